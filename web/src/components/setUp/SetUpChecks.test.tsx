// The check of a plant's set-up: errors come first, and one press reverses the sign of a meter.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteDetail } from '../../../test/answers.ts';
import { type Answers, openPage, refused } from '../../../test/page.tsx';

type Row = Response<'site/setUp/checks'>['list'][number];
const compared: Row['compared'] = {
  energyWh: null,
  otherWh: null,
  fromIso: null,
  toIso: null,
  sunBelowDeg: null,
  minutes: null,
  count: null,
  of: null,
  percent: null,
  phase: null,
  otherPhase: null,
  clock: null,
  numbers: [],
  moreNumbers: 0,
};
const allReported: Row = {
  check: 'counts',
  sn: '',
  alias: '',
  kind: null,
  verdict: 'ok',
  finding: 'allHeard',
  turn: null,
  compared: { ...compared, count: 1, of: 1 },
};
const meter: Row = {
  check: 'gridSign',
  sn: 'EM100001',
  alias: '',
  kind: 'meter',
  verdict: 'wrong',
  finding: 'exportAtNight',
  compared: {
    ...compared,
    energyWh: 2400,
    sunBelowDeg: 21,
    fromIso: '2026-06-09T22:00:00+02:00',
    toIso: '2026-06-10T02:00:00+02:00',
  },
  turn: { side: 'grid', validFrom: '2026-06-08' },
};
const checks = (list: Row[], mayTurn = true): Response<'site/setUp/checks'> => ({
  from: '2026-06-07',
  to: '2026-06-10',
  timezone: 'Europe/Berlin',
  list,
  mayTurn,
  jobs: [],
});
const plant: Answers = {
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/setUp/checks': checks([allReported, meter]),
  'device/meter/settings': {
    sid: SID,
    sn: 'EM100001',
    settable: 'meter',
    meterType: null,
    role: 'grid',
    reversed: false,
    batteryReversed: false,
    list: [],
  },
};
const open = (answers: Answers = {}) =>
  openPage(`/pvPlant/detail?sid=${SID}&view=setUp`, { ...plant, ...answers }, { role: 'installer' });
const reverseButton = () => screen.findByLabelText('Reverse direction of EM100001');

test('shows errors first, with the night and the energy that prove them', async () => {
  await open();
  await reverseButton();
  const [first, second] = document.querySelectorAll('[data-verdict]');
  expect(first!.textContent).toMatch(
    /Grid meter direction.*EM100001.*2\.40.kWh was reported as exported between .* below the horizon.*Wrong/,
  );
  expect(second!.textContent).toMatch(/Devices.*1 of 1 have reported\.OK/);
  screen.getByText('1 point to check');
});

test('reverses the sign from the first wrong day with one press, and shows that it is right', async () => {
  const { answer, requests } = await open({ 'device/meter/setUp': {} });
  fireEvent.click(await reverseButton());
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Wrong since', { selector: 'input' }).value).toBe('06/08/2026');
  const confirm = dialog.getByText('Reverse direction', { selector: 'button *' });
  await waitFor(() => expect(confirm.closest('button')!.disabled).toBe(false));
  answer({
    'site/setUp/checks': checks([allReported, { ...meter, verdict: 'ok', finding: 'homeAboveZero', turn: null }]),
  });
  fireEvent.click(confirm);
  await screen.findByText('Everything that can be checked is OK');
  expect(screen.queryByLabelText(/^Reverse direction/)).toBeNull();
  expect(requests('device/meter/setUp')).toEqual([
    {
      sid: SID,
      sn: 'EM100001',
      list: [{ validFrom: '2026-06-08', role: 'grid', reversed: true, batteryReversed: false }],
    },
  ]);
});

test('shows in its dialog why a sign cannot be reversed', async () => {
  await open({ 'device/meter/setUp': refused('siteReadOnly', 'This plant is read only.') });
  fireEvent.click(await reverseButton());
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByText('Reverse direction', { selector: 'button *' });
  await waitFor(() => expect(confirm.closest('button')!.disabled).toBe(false));
  fireEvent.click(confirm);
  await dialog.findByText('This plant is read only.');
});

test('offers no reversal of a sign to users without the right', async () => {
  await open({ 'site/setUp/checks': checks([meter], false) });
  await screen.findByText('Grid meter direction');
  expect(screen.queryByLabelText(/^Reverse direction/)).toBeNull();
});
