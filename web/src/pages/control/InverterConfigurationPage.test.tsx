// Bulk configuration: a group is selected, values are reviewed and sent, and results are listed by device.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SID } from '../../../test/answers.ts';
import { type Answers, openPage, typeIn } from '../../../test/page.tsx';

const GATEWAY = 'GWCMD003';
const setup: Response<'configuration/inverter/setupList'>['list'][number] = {
  id: '0197a0b0-0000-7000-8000-000000000001',
  model: 10_000,
  modelName: 'HG-1',
  askedBy: 'rosa@example.com',
  askedIso: '2026-06-10T12:00:00Z',
  stoppedIso: null,
  counts: { readBack: 1 },
  devices: 1,
  leftOut: 1,
  values: [{ name: 'reconnectTimeS', title: '', unit: 's', value: 90 }],
  rights: { approve: false, stop: false },
};
const many: Answers = {
  'common/country': { list: [] },
  'configuration/inverter/group/filter': ({ model }) => ({
    groups: [{ model: 10_000, name: 'HG-1', kind: 'gateway' }],
    total: model ? 1 : 0,
    isAnyAsleep: model !== undefined,
    needsSecondFactor: false,
    mayWrite: true,
    list: model
      ? [
          {
            sid: SID,
            siteName: 'Mill Lane',
            sn: GATEWAY,
            alias: '',
            gatewaySn: GATEWAY,
            firmware: '1.8.0',
            isOff: false,
            sleepsUntilIso: '2099-11-27T07:52:00+01:00',
          },
        ]
      : [],
  }),
  'configuration/inverter/setupDefaultValue': {
    model: 10_000,
    name: 'HG-1',
    parameters: [
      {
        name: 'reconnectTimeS',
        title: 'Reconnect time',
        group: 'reconnection',
        unit: 's',
        min: 30,
        max: 900,
        step: 1,
        default: 60,
        isProtected: false,
        isVerified: true,
      },
    ],
  },
  'configuration/inverter/setupList': { list: [], devices: [], leftOut: [], total: 0 },
};
const open = (search: string, answers: Answers = {}) =>
  openPage(`/hardwareConfig/inverter${search}`, { ...many, ...answers }, { role: 'manager' });

test('requires a group before it shows parameters', async () => {
  const { requests } = await open('');
  await screen.findByText('Select a group first');
  expect(requests('configuration/inverter/setupDefaultValue')).toEqual([]);
});

test('sends the reviewed values to all devices that match the filter', async () => {
  const { answer, requests } = await open(`?model=10000&q=${GATEWAY}`, {
    'configuration/inverter/setupValue': { setup },
  });
  await screen.findByText('1 device');
  typeIn(await screen.findByLabelText('Requested: Reconnect time'), '90');
  fireEvent.click(screen.getByText('Review for 1 device'));
  const review = within(await screen.findByRole('dialog'));
  review.getByLabelText('Send to idle devices at sunrise');
  screen.getByText('Idle until sunrise, 07:52');
  expect(review.getByText('Reconnect time').closest('tr')!.textContent).toContain('90 s');
  answer({ 'configuration/inverter/setupList': { list: [setup], devices: [], leftOut: [], total: 1 } });
  fireEvent.click(review.getByText('Send to 1 device'));
  const line = (await screen.findByText('Reconnect time: 90 s')).closest('li')!;
  expect(line.textContent).toContain('Read back: 1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('configuration/inverter/setupValue')).toMatchObject([
    {
      model: 10_000,
      filters: { keywords: GATEWAY },
      devices: 1,
      atSunrise: true,
      write: [{ name: 'reconnectTimeS', value: 90 }],
    },
  ]);
});

test('shows the result of each device of a setup and why one was skipped', async () => {
  await open('', {
    'configuration/inverter/setupList': ({ id }) => ({
      list: [setup],
      devices: id
        ? [
            {
              sid: SID,
              siteName: 'Mill Lane',
              sn: GATEWAY,
              gatewaySn: GATEWAY,
              state: 'readBack',
              reason: '',
              readBack: [90],
            },
          ]
        : [],
      leftOut: id ? [{ sid: SID, siteName: 'Mill Lane', sn: 'GWCMD004', reason: 'controlIsOff' }] : [],
      total: 1,
    }),
  });
  fireEvent.click(await screen.findByLabelText(/^Results: Reconnect time/));
  const results = within(await screen.findByRole('table', { name: 'Results' }));
  const rows = results.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows[1]).toMatch(new RegExp(`${GATEWAY}.*read back: 90 s`));
  expect(rows[2]).toMatch(/GWCMD004.*The owner has turned off remote control/);
});
