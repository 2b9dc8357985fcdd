// Alerts of all plants: open alerts, acknowledged alerts and their notes.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alert, alerts } from '../../../test/answers.ts';
import { type Answers, choose, openPage, press, refused, typeIn, unavailable } from '../../../test/page.tsx';
import { t } from '../../i18n/translation.ts';

const fan = alert({ sn: 'A1000002', alias: 'Barn', code: '0010', title: 'Fan blocked', level: 'warning' });
const plants: Answers = {
  'device/alerts': alerts([alert(), fan]),
  'device/alerts/codes': { list: [{ code: '0004', level: 'fault', title: 'Grid voltage too high' }] },
  'device/alerts/companies': { list: [{ id: 3, name: 'Solar Nord' }], more: false },
};
const open = (answers: Answers = {}, address = '/alerts', role: 'installer' | 'owner' = 'installer') =>
  openPage(address, { ...plants, ...answers }, { role });
const rowOf = async (title: string) => (await screen.findByText(title)).closest('li')!;

test('shows each open alert with plant, device, start and the text of its code', async () => {
  const { requests } = await open();
  const row = await rowOf('Grid voltage too high');
  expect(row.textContent).toMatch(/0004.*Mill Lane.*Roof.*May 28, 2026.*22:26.*2 h.*Above 253 V\./);
  within(row).getByLabelText('Fault');
  expect(within(row).getByText('Mill Lane').getAttribute('href')).toContain('view=alerts');
  expect(requests('device/alerts')[0]!.filters.state).toBe('open');
});

test('shows an empty state when every alert has ended or is acknowledged', async () => {
  await open({ 'device/alerts': alerts([]) });
  await screen.findByText('No open alerts');
});

test('reports that nothing matches when a filter is set', async () => {
  await open({ 'device/alerts': alerts([]) }, '/alerts?level=fault');
  await screen.findByText(t('alerts.noneFound'));
});

test('acknowledges one alert with a note and then shows who acknowledged it', async () => {
  const { answer, requests } = await open({ 'device/alerts/acknowledge': { count: 1 } });
  fireEvent.click(within(await rowOf('Grid voltage too high')).getByText('Acknowledge'));
  const dialog = within(await screen.findByRole('dialog'));
  typeIn(dialog.getByLabelText('Note'), 'The grid operator was called.');
  const known = {
    state: 'acknowledged',
    acknowledgedBy: 'Rosa',
    acknowledgedIso: '2026-05-29T08:00:00+02:00',
  } as const;
  answer({ 'device/alerts': alerts([alert({ ...known, note: 'The grid operator was called.' }), fan]) });
  fireEvent.click(dialog.getByText('Acknowledge', { selector: 'button *' }));
  await screen.findByText(/Acknowledged by Rosa/);
  screen.getByText('The grid operator was called.');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(requests('device/alerts/acknowledge')).toEqual([
    {
      sid: 'DE_20260101_aaaaaa',
      acknowledged: true,
      note: 'The grid operator was called.',
      alerts: [{ sn: 'A1000001', code: '0004', startMs: 1_780_000_000_000 }],
    },
  ]);
});

test('shows the reason in the dialog when an alert cannot be acknowledged, and keeps the note', async () => {
  await open({ 'device/alerts/acknowledge': refused('siteReadOnly', 'This plant is read only.') });
  fireEvent.click(within(await rowOf('Grid voltage too high')).getByText('Acknowledge'));
  const dialog = within(await screen.findByRole('dialog'));
  typeIn(dialog.getByLabelText('Note'), 'Called.');
  fireEvent.click(dialog.getByText('Acknowledge', { selector: 'button *' }));
  await dialog.findByText('This plant is read only.');
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Called.');
});

test('acknowledges the selected alerts of two plants with one call per plant', async () => {
  const other = alert({ sid: 'DE_20260101_bbbbbb', siteName: 'Old Barn', title: 'Isolation fault' });
  const { requests } = await open({
    'device/alerts': alerts([alert(), fan, other]),
    'device/alerts/acknowledge': { count: 1 },
  });
  for (const title of ['Grid voltage too high', 'Isolation fault'])
    fireEvent.click(within(await rowOf(title)).getByRole('checkbox'));
  fireEvent.click(screen.getByText('Acknowledge 2 selected'));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByText('Acknowledge', { selector: 'button *' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('device/alerts/acknowledge').map(({ sid, note }) => [sid, note])).toEqual([
    ['DE_20260101_aaaaaa', undefined],
    ['DE_20260101_bbbbbb', undefined],
  ]);
});

test('reopens an acknowledged alert', async () => {
  const known = alert({ state: 'acknowledged', acknowledgedIso: '2026-05-29T08:00:00+02:00', note: 'Called.' });
  const { requests } = await open({ 'device/alerts': alerts([known]), 'device/alerts/acknowledge': { count: 1 } });
  fireEvent.click(within(await rowOf('Grid voltage too high')).getByText('Note'));
  fireEvent.click(await screen.findByText('Reopen'));
  await waitFor(() => expect(requests('device/alerts/acknowledge')[0]).toMatchObject({ acknowledged: false }));
});

test('closes the dialog with Escape and changes nothing', async () => {
  const { requests } = await open();
  fireEvent.click(within(await rowOf('Grid voltage too high')).getByText('Acknowledge'));
  await press('Escape', (await screen.findByRole('dialog')).querySelector('textarea')!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(requests('device/alerts/acknowledge')).toEqual([]);
});

test('offers no button on an alert that the user may only view', async () => {
  const list = [alert({ mayAcknowledge: false }), { ...fan, mayAcknowledge: false }];
  await open({ 'device/alerts': alerts(list, { mayAcknowledge: false }) }, '/alerts', 'owner');
  const row = within(await rowOf('Grid voltage too high'));
  expect(row.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/^Acknowledge/)).toBeNull();
});

test('filters by level, keeps it in the address and returns to the first page', async () => {
  const { address, requests } = await open({ 'device/alerts': alerts([alert()], { total: 60 }) }, '/alerts?page=2');
  await rowOf('Grid voltage too high');
  await choose(screen.getByLabelText('Level'), 'Fault');
  await waitFor(() => expect(address()).toBe('/alerts?level=fault'));
  await waitFor(() =>
    expect(requests('device/alerts').at(-1)).toMatchObject({ page: { num: 0 }, filters: { level: 'fault' } }),
  );
});

test('falls back to the last existing page for an outdated address and after the only alert of a page was acknowledged', async () => {
  const answersFor: (total: number) => Answers = (total) => ({
    'device/alerts': ({ page }) => alerts(page.num * 20 < total ? [alert()] : [], { total }),
    'device/alerts/acknowledge': { count: 1 },
  });
  const { address, answer, requests } = await open(answersFor(21), '/alerts?page=7');
  const row = await rowOf('Grid voltage too high');
  expect(address()).toBe('/alerts?page=1');
  fireEvent.click(within(row).getByText('Acknowledge'));
  answer(answersFor(20));
  fireEvent.click(within(await screen.findByRole('dialog')).getByText('Acknowledge', { selector: 'button *' }));
  await waitFor(() => expect(address()).toBe('/alerts'));
  await rowOf('Grid voltage too high');
  expect(requests('device/alerts').map(({ page }) => page.num)).toEqual([7, 1, 1, 0]);
});

test('lists the alerts when a retry succeeds', async () => {
  const { answer } = await open({ 'device/alerts': unavailable });
  const retry = await screen.findByText('Try again');
  answer(plants);
  fireEvent.click(retry);
  await rowOf('Grid voltage too high');
});
