// A device's readings: of the chosen device and days, with the chosen columns, deleted with a reason and restored.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { overview, SID, siteDetail, siteDevice } from '../../../../test/answers.ts';
import { type Answers, choose, openPage, refused, typeIn } from '../../../../test/page.tsx';
import { addLiveRegion } from '../../../ui/announcer.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-06-10T14:00:00+02:00'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type History = Response<'device/history'>;
type Removals = Response<'device/history/removed'>;
const reading = (clock: string, power: number, change: Partial<History['list'][number]> = {}) => ({
  atMs: Date.parse(`2026-06-10T${clock}+02:00`),
  iso: `2026-06-10T${clock}+02:00`,
  time: `2026-06-10 ${clock}`,
  code: '0000',
  statusTitle: 'OK',
  mode: 'generating',
  imported: false,
  values: [power, 41.5],
  ...change,
});
const history = (list: History['list']): History => ({
  columns: [
    { name: 'powerW', title: 'Power', unit: 'W' },
    { name: 'temperatureC', title: 'Temperature', unit: '°C' },
  ],
  list,
  total: list.length,
  damaged: [],
});
const readings = history([
  reading('12:10:00', 2100),
  reading('12:05:00', 2090.5, { code: '0040', statusTitle: 'AC voltage RMS over' }),
]);
const removal: Removals['list'][number] = {
  id: '0b6f2d5e-7a51-4c39-9d0e-3f5a1f6b8c11',
  start: '2026-06-10',
  end: '2026-06-10',
  samples: 2,
  days: 1,
  reason: 'It ran on a bench',
  removedIso: '2026-06-10T13:59:00+02:00',
  removedBy: 'Rosa',
  state: 'removed',
  restorableUntilIso: '2026-07-10T13:59:00+02:00',
  restoredIso: null,
  restoredBy: '',
};
const removed = (list: Removals['list']): Removals => ({ list, total: list.length, mayChange: true });
const deviceList = [siteDevice(), siteDevice({ sn: 'A1000002', alias: 'Shed' })];
const plant: Answers = {
  'site/overview': overview({ deviceList, deviceCount: 2, reporting: 2 }),
  'site/detail': siteDetail(),
  'device/history': ({ sn }) => (sn === 'A1000001' ? readings : history([])),
  'device/history/removed': removed([]),
  'device/history/files': { list: [], total: 0, underWay: 0 },
};
const open = (search = '', answers: Answers = {}) =>
  openPage(`/pvPlant/detail?sid=${SID}&view=history${search}`, { ...plant, ...answers }, { role: 'installer' });
const spoken = () => [...addLiveRegion().children].map(({ textContent }) => textContent);
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const rows = () =>
  [...document.querySelectorAll('main tbody tr')].map((row) => [...row.children].map(({ textContent }) => textContent));

test('lists today’s readings of the first device, newest first, with units and status', async () => {
  const { requests } = await open();
  await screen.findByText('2 readings');
  expect(heads().slice(0, 3)).toEqual(['Time', expect.stringMatching(/^Power.*W/), expect.stringMatching(/^Temp.*°C/)]);
  expect(rows().map((cells) => cells.slice(0, 5))).toEqual([
    ['12:10:00', '2,100.0', '41.5', 'OK', '0000'],
    ['12:05:00', '2,090.5', '41.5', 'AC voltage RMS over', '0040'],
  ]);
  expect(requests('device/history')[0]).toMatchObject({ sn: 'A1000001', start: '2026-06-10', end: '2026-06-10' });
});

test('shows that another device has no readings on this day', async () => {
  const { address } = await open();
  await screen.findByText('2 readings');
  await choose(screen.getByLabelText('Device'), /Shed/);
  await screen.findByText('No readings on this day');
  expect(address()).toContain('device=A1000002');
});

test('speaks another day with the number of its readings, or that it has none', async () => {
  await open('', {
    'device/history': ({ start }) => (start === '2026-06-08' ? history([]) : readings),
  });
  await screen.findByText('2 readings');
  addLiveRegion().replaceChildren();
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(spoken()).toEqual(['Jun 9, 2026: 2 readings']));
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(spoken()).toEqual(['Jun 9, 2026: 2 readings', 'Jun 8, 2026: no data']));
});

test('requests the days of the address and shows the day in each row', async () => {
  const { requests } = await open('&span=range&from=2026-03-01&to=2026-03-02');
  await screen.findByText('2 readings');
  expect(rows()[0]![0]).toContain('Jun 10, 2026');
  expect(requests('device/history')[0]).toMatchObject({ start: '2026-03-01', end: '2026-03-02' });
});

test('shows the chosen columns, and saves the choice for the next visit', async () => {
  const { requests } = await open('', { 'account/saveViews': {} });
  await screen.findByText('2 readings');
  expect(heads()).not.toContain('Mode');
  fireEvent.click(screen.getByText('Columns'));
  fireEvent.click(await screen.findByLabelText('Temperature', { selector: 'input' }));
  // Each choice builds on the previous one, which the table shows a moment later.
  await waitFor(() => expect(heads().some((head) => head.startsWith('Temperature'))).toBe(false));
  fireEvent.click(screen.getByLabelText('Mode', { selector: 'input' }));
  await waitFor(() => expect(heads()).toContain('Mode'));
  expect(rows()[0]).toContain('generating');
  const { list, columns } = requests('account/saveViews').at(-1)!;
  expect(list).toBe('device/history');
  expect(columns!.hidden).toContain('temperatureC');
  expect(columns!.hidden).not.toContain('mode');
});

test('shows the stored choice of columns', async () => {
  const columns = {
    order: ['time', 'mode', 'powerW', 'temperatureC', 'status', 'code', 'source'],
    hidden: ['temperatureC', 'source'],
  };
  await open('', { 'account/views': { columns, views: [] } });
  await screen.findByText('2 readings');
  expect(heads().slice(0, 2)).toEqual(['Time', 'Mode']);
  expect(heads().some((head) => head.startsWith('Temperature'))).toBe(false);
});

test('deletes days of the history only with a reason', async () => {
  const { answer, requests } = await open('', { 'device/deleteHistory': { id: removal.id } });
  const button = await screen.findByText('Delete history');
  expect(screen.getByText('Export readings').closest('button')!.parentElement!.textContent).not.toContain(
    'Delete history',
  );
  fireEvent.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete history of A1000001' }));
  fireEvent.click(dialog.getByText('Delete history', { selector: 'button *' }));
  await dialog.findByText('Enter a reason.');
  typeIn(dialog.getByLabelText(/^Reason/), 'It ran on a bench');
  answer({ 'device/history': history([]), 'device/history/removed': removed([removal]) });
  fireEvent.click(dialog.getByText('Delete history', { selector: 'button *' }));
  await screen.findByText('No readings on this day');
  screen.getByText('It ran on a bench');
  screen.getByText(/can be restored until/);
  expect(requests('device/deleteHistory')).toEqual([
    { sid: SID, sn: 'A1000001', start: '2026-06-10', end: '2026-06-10', reason: 'It ran on a bench' },
  ]);
});

test('exports the whole plant with chosen quantities, and lists its files and those of the device', async () => {
  const file = {
    ...{
      id: 'a',
      sid: SID,
      siteName: 'Roof',
      sn: null,
      sns: ['A1000001', 'A1000002'],
      alias: '',
      deviceCount: 2,
      start: '2026-06-10',
      end: '2026-06-10',
    },
    ...{ format: 'csv', quantities: [], name: 'Roof.csv', state: 'running', doneDays: 1, days: 2, bytes: 0 },
    ...{
      failure: null,
      failureText: '',
      askedBy: '',
      askedIso: '2026-06-10T13:59:00+02:00',
      readyIso: null,
      untilIso: null,
    },
  } satisfies Response<'device/history/files'>['list'][number];
  const { answer, requests } = await open('', {
    'site/history/columns': {
      list: [{ name: 'gridPowerW', title: 'Grid power', unit: 'W' }],
      devices: ['A1000001', 'A1000002', 'A1000003'].map((sn) => ({ sn, alias: '', modelName: 'Meter' })),
    },
    'site/history/files/ask': { id: 'a' },
  });
  fireEvent.click(await screen.findByText('Export readings'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export readings' }));
  // Nobody has chosen a device yet.
  expect((dialog.getByLabelText('Whole plant') as HTMLInputElement).checked).toBe(true);
  fireEvent.click(dialog.getByLabelText('All devices'));
  const exportButton = () => dialog.getByText('Export', { selector: 'button *' }).closest('button')!;
  fireEvent.click(await dialog.findByLabelText('A1000002 (Meter)'));
  expect(exportButton().disabled).toBe(false);
  fireEvent.click(dialog.getByLabelText('A1000002 (Meter)'));
  expect(exportButton().disabled).toBe(true);
  for (const sn of ['A1000001', 'A1000002']) fireEvent.click(dialog.getByLabelText(`${sn} (Meter)`));
  fireEvent.click(dialog.getByLabelText('All quantities'));
  fireEvent.click(await dialog.findByLabelText('Grid power (W)'));
  const others = [
    { ...file, id: 'b', sn: 'A1000002', sns: [] },
    { ...file, id: 'c', sn: 'A1000001', sns: [], deviceCount: 1, doneDays: 0, days: 1 },
  ];
  answer({ 'device/history/files': { list: [file, ...others], total: 3, underWay: 3 } });
  fireEvent.click(dialog.getByText('Export', { selector: 'button *' }));
  await dialog.findByText('1 of 2 devices');
  expect(requests('site/history/files/ask')).toEqual([
    {
      ...{ sid: SID, sns: ['A1000001', 'A1000002'], start: '2026-06-10', end: '2026-06-10' },
      ...{ format: 'csv', quantities: ['gridPowerW'] },
    },
  ]);
  const list = within(await screen.findByRole('list', { name: 'Exported files', hidden: true }));
  list.getByText('2 devices of the plant');
  list.getByText('0 of 1 day');
  expect(list.getAllByRole('listitem', { hidden: true })).toHaveLength(2);
});

test('exports the chosen device, and shows why the whole plant is refused', async () => {
  await open('&device=A1000002', {
    'site/history/files/ask': refused('tooManyDeviceDays', 'Choose at most 10 days.'),
  });
  fireEvent.click(await screen.findByText('Export readings'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export readings' }));
  expect((dialog.getByLabelText('Only A1000002') as HTMLInputElement).checked).toBe(true);
  fireEvent.click(dialog.getByText('Whole plant'));
  fireEvent.click(dialog.getByText('Export', { selector: 'button *' }));
  await dialog.findByText('Choose at most 10 days.');
  fireEvent.click(dialog.getByText('Only A1000002'));
  await waitFor(() => expect(dialog.queryByText('Choose at most 10 days.')).toBeNull());
});

test('restores deleted days after a confirmation', async () => {
  const { answer, requests } = await open('', {
    'device/history': history([]),
    'device/history/removed': removed([removal]),
    'device/history/restore': {},
  });
  fireEvent.click(await screen.findByLabelText(/^Restore/));
  const dialog = within(await screen.findByRole('dialog'));
  const back = { ...removal, state: 'restored', restorableUntilIso: null } as const;
  answer({ 'device/history': readings, 'device/history/removed': removed([back]) });
  fireEvent.click(dialog.getByText('Restore', { selector: 'button *' }));
  await screen.findByText('2 readings');
  await screen.findByText(/restored/);
  expect(screen.queryByLabelText(/^Restore/)).toBeNull();
  expect(requests('device/history/restore')).toEqual([{ sid: SID, sn: 'A1000001', id: removal.id }]);
});
