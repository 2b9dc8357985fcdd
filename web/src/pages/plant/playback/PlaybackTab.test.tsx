// Playback of a day on the layout: the moment by keys and in the URL, its values and alerts, and the link to it.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { overview, roof, roofModule, SID, siteDetail, siteSums } from '../../../../test/answers.ts';
import { type Answers, choose, openPage, press } from '../../../../test/page.tsx';
import { addLiveRegion } from '../../../ui/announcer.ts';

const DAY = '2026-06-10';
const FIRST_SLOT = 72;
const modules = [
  roofModule(1),
  roofModule(2, { problems: [{ code: '1000', title: 'Fan', level: 'fault', sinceIso: null }] }),
];
/** From 6:00 to 22:00: W of the first module by slot; the second has twice as much. */
const wattsIn = (slot: number) => slot - 50;
const slots = Array.from({ length: 193 }, (_, n) => FIRST_SLOT + n);
const cumulativeSteps = (times: number) => slots.map((slot, n) => 10 * times * (n === 0 ? wattsIn(slot) : 1));
const midnight = Date.parse(`${DAY}T00:00:00+02:00`);
const playbackData: Response<'site/playback'> = {
  day: DAY,
  firstSlot: FIRST_SLOT,
  scaleW: 400,
  xAxisIso: Array.from({ length: 288 }, (_, slot) => new Date(midnight + slot * 300_000).toISOString()),
  power: Array.from({ length: 288 }, (_, slot) => (slots.includes(slot) ? 3 * wattsIn(slot) : null)),
  modules: [1, 2].map((input) => ({ sn: 'A1000001', input, data: cumulativeSteps(input) })),
  alerts: [],
  problems: [
    { sn: 'A1000001', input: 0, code: '0004', title: 'Grid voltage too high', level: 'fault', from: 144, until: 147 },
    { sn: 'A1000001', input: 2, code: 'deadModule', title: 'No output', level: 'fault', from: 0, until: 288 },
  ],
};
const plant: Answers = {
  'site/overview': overview(),
  'site/detail': siteDetail(),
  'site/layoutInfo': roof(modules),
  'site/playback': playbackData,
  'site/statistics/date': siteSums(),
};
const open = async (search: string, answers: Answers = {}) => {
  const page = await openPage(
    `/pvPlant/detail?sid=${SID}&view=playback${search}`,
    { ...plant, ...answers },
    { role: 'installer' },
  );
  await screen.findByLabelText('Time of day');
  return page;
};
const spoken = () => [...addLiveRegion().children].map(({ textContent }) => textContent);
const moment = () => screen.getByLabelText('Time of day');
const at = () => moment().getAttribute('aria-valuetext');
const slot = () => Number(moment().getAttribute('aria-valuenow'));
const rows = () =>
  within(screen.getByRole('table', { name: 'Modules as a table' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
const asTable = () => fireEvent.click(screen.getByLabelText('Show as table'));

test('speaks another day with its energy, or that it has none', async () => {
  await open(`&day=${DAY}`, {
    'site/playback': ({ day }) => ({ ...playbackData, day: day! }),
    'site/statistics/date': ({ date }) => siteSums({ power: date === '2026-06-08' ? '' : '3.2' }),
  });
  addLiveRegion().replaceChildren();
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(spoken()).toEqual(['Jun 9, 2026: 3.20 kWh']));
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  await waitFor(() => expect(spoken()).toEqual(['Jun 9, 2026: 3.20 kWh', 'Jun 8, 2026: no data']));
});

test('shows the moment in the URL, and writes a moment reached by keys to the URL', async () => {
  const { address, requests } = await open(`&day=${DAY}&at=720`);
  expect(requests('site/playback')).toEqual([{ sid: SID, day: DAY }]);
  expect(at()).toBe(`12:00, ${3 * wattsIn(144)} W`);
  expect(screen.queryByText('No module reported anything on this day.')).toBeNull();
  await press('ArrowRight', moment());
  expect(at()).toBe(`12:05, ${3 * wattsIn(145)} W`);
  expect(screen.getByRole('application').getAttribute('aria-label')).toContain(
    `12:05: the plant produces ${3 * wattsIn(145)} W`,
  );
  await waitFor(() => expect(address()).toContain('at=725'));
  fireEvent.click(screen.getByLabelText('Back to start'));
  expect(slot()).toBe(FIRST_SLOT);
});

test('plays at the selected speed until it is paused, and then writes the moment to the URL', async () => {
  let now = 0;
  const frames: FrameRequestCallback[] = [];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  const { address } = await open(`&day=${DAY}&at=720`);
  await choose(screen.getByRole('combobox', { name: 'Speed' }), '60x');
  fireEvent.click(screen.getByText('Play'));
  for (let passed = 0; passed < 1000; passed += 100) {
    now += 100;
    for (const frame of frames.splice(0)) frame(now);
  }
  // A screen reader on the slider hears nothing of what passes.
  expect(slot()).toBe(144);
  fireEvent.click(await screen.findByText('Pause'));
  expect(slot()).toBe(144 + 60);
  await waitFor(() => expect(address()).toContain(`at=${(144 + 60) * 5}`));
});

test('shows values and problems of the moment as a table, without current problems', async () => {
  await open(`&day=${DAY}&at=725`);
  fireEvent.click(screen.getByText('Hide values'));
  screen.getByText('Show values');
  asTable();
  expect(rows()).toEqual([
    expect.stringMatching(`${wattsIn(145)} W.*Grid voltage too high`),
    expect.stringMatching(`${2 * wattsIn(145)} W.*Grid voltage too high; No output`),
  ]);
  await press('ArrowLeft', moment());
  await press('ArrowLeft', moment());
  expect(at()).toMatch(/^11:55/);
  expect(rows().join()).not.toMatch(/Grid voltage|Fan/);
  expect(rows()[0]).toContain(`${wattsIn(143)} W`);
  fireEvent.click(screen.getByLabelText('Show as plan'));
  screen.getByRole('application');
});

test('copies the link to a moment of today, and leaves the day out of its own URL', async () => {
  const copied: string[] = [];
  const clipboard = { writeText: async (text: string) => void copied.push(text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'clipboard'));
  const { address } = await open('');
  await press('ArrowRight', moment());
  fireEvent.click(screen.getByText('Copy link to this moment'));
  await screen.findByText('Link copied.');
  const { searchParams } = new URL(copied[0]!);
  expect([searchParams.get('day'), searchParams.get('at')]).toEqual([
    expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    String((FIRST_SLOT + 1) * 5),
  ]);
  expect(address()).not.toContain('day=');
});

test('writes the moment to the URL in a browser without a clipboard', async () => {
  const { address } = await open('');
  await press('ArrowRight', moment());
  fireEvent.click(screen.getByText('Copy link to this moment'));
  await screen.findByText(/the link is in the address bar/);
  await waitFor(() => expect(address()).toMatch(/day=\d{4}-\d\d-\d\d.*at=365/));
});
