// Devices that report without belonging to a plant: adds one to a plant together with its stored readings.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { overview, SID, siteRow } from '../../../test/answers.ts';
import { type Answers, choose, openPage, refused, typeIn } from '../../../test/page.tsx';

const waiting: Response<'device/list/noReg'>['list'][number] = {
  sn: 'DEADBEEF',
  model: 0,
  modelName: '',
  firstSeen: '',
  firstSeenIso: '2026-06-01T08:00:00Z',
  frames: 12,
  lastUpdate: '',
  lastUpdateTime: 0,
  lastUpdateCal: '',
  lastUpdateIso: null,
  now: null,
  nowUnit: 'W',
  nowGuessedAs: null,
  status: -1,
  statusTitle: 'Offline',
  children: 0,
  gatewaySn: '',
  announced: null,
  signalDbm: null,
  online: null,
  onlineSinceIso: null,
  restrictedIso: null,
  restrictedReason: '',
  WIFIVersion: '',
  rights: { restrict: true, forget: true },
};
const list = (rows: (typeof waiting)[]) => ({ list: rows, total: rows.length, told: 0, restricted: 0 });
const lookup = { sn: 'DEADBEEF', announcedModel: 0, lastSeenIso: null } as const;
const products = [{ model: 800, modelName: 'BDM-800', kind: 'microinverter', inputs: 2 } as const];
const answers: Answers = {
  'device/list/noReg': list([waiting]),
  'site/listWithSN': { list: [siteRow()], total: 1 },
  'site/overview': overview(),
  'device/list': { list: [], total: 0, kinds: {}, models: [] },
  'product/sn': { list: [{ ...lookup, model: 0, modelName: '', state: 'unknown' }], products },
};
const open = (given: Answers = {}) => openPage('/noRegGatewayList', { ...answers, ...given }, { role: 'manager' });
const openAddDialog = async () => {
  await screen.findByText('DEADBEEF');
  fireEvent.click(screen.getByText('Add to a plant'));
  return within(await screen.findByRole('dialog', { name: 'Add DEADBEEF to a plant' }));
};
type Within = Awaited<ReturnType<typeof openAddDialog>>;
const choosePlant = async (dialog: Within) => {
  typeIn(dialog.getByLabelText('Plant', { selector: 'input' }), 'Mill');
  fireEvent.click(await screen.findByText('Mill Lane, Ulm'));
};
const confirm = (dialog: Within) => dialog.getByText('Add to a plant', { selector: 'button *' });

test('adds a device to the selected plant as the selected product and links to the plant', async () => {
  const { answer, requests } = await open({ 'site/updateFast': { sid: SID, version: 2, credentials: [] } });
  const dialog = await openAddDialog();
  dialog.getByText(/^12 frames are stored since/);
  await choosePlant(dialog);
  expect(confirm(dialog).closest('button')!.disabled).toBe(true);
  await choose(await dialog.findByLabelText('Product', { selector: 'input' }), 'BDM-800');
  answer({ 'device/list/noReg': list([]) });
  fireEvent.click(confirm(dialog));
  await screen.findByText('DEADBEEF now belongs to Mill Lane.');
  expect(screen.getByText('Go to Mill Lane').getAttribute('href')).toContain(SID);
  await waitFor(() => expect(screen.queryByText('DEADBEEF')).toBeNull());
  expect(requests('site/updateFast')).toEqual([{ sid: SID, sn: [{ sn: 'DEADBEEF', model: 800 }] }]);
});

test('requires no product for a device that announced its model', async () => {
  const known = { ...lookup, model: 800, modelName: 'BDM-800', state: 'free' } as const;
  const { requests } = await open({
    'product/sn': { list: [known], products },
    'site/updateFast': refused('serialNumberFailed', 'DEADBEEF cannot be added.'),
  });
  const dialog = await openAddDialog();
  await choosePlant(dialog);
  expect(dialog.queryByLabelText('Product', { selector: 'input' })).toBeNull();
  fireEvent.click(confirm(dialog));
  await dialog.findByText('DEADBEEF cannot be added.');
  expect(requests('site/updateFast')).toEqual([{ sid: SID, sn: [{ sn: 'DEADBEEF' }] }]);
});
