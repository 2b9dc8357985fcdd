// A home's day: what is stacked above and below zero, gaps, and the same marks in the picture and in the chart library.
import { init } from 'echarts';
import { expect, test } from 'vitest';
import { homeOption } from './homeOption.ts';
import { homePicture } from './homePicture.ts';
import { edgesOf, type HomeName, homeSeries, homeView } from './homeView.ts';
import type { Ink } from './ink.ts';
import { lineLook } from './lines.ts';
import type { PowerView } from './powerOption.ts';

const WIDTH = 700;
const HEIGHT = 248;
const NAMES = ['text muted border borderStrong hover surface production consumption fromGrid toGrid charge discharge']
  .join()
  .split(' ');
const ink = Object.fromEntries(NAMES.map((name, n) => [name, `#0000${10 + n}`])) as unknown as Ink;

type Values = (number | null)[];
const wire = (lines: Record<string, Values>) => Object.entries(lines).map(([name, data]) => ({ name, data }));
const byName = (lines: Record<string, Values>) =>
  Object.fromEntries(homeSeries(wire(lines)).map(({ name, data }) => [name, data])) as Partial<
    Record<HomeName, Values>
  >;

test('splits grid and battery by their sign, so that the sources less export and charge are the consumption', () => {
  const lines = byName({
    Production: [0, 3000, 4000],
    Consumption: [900, 1500, 1000],
    'Grid Power': [200, 0, -1800],
    'Battery Power': [700, -1500, -1200],
    'Battery SOC': [40, 45, 55],
  });
  expect(lines).toMatchObject({
    Discharge: [700, 0, 0],
    'From grid': [200, 0, 0],
    'To grid': [0, 0, 1800],
    Charge: [0, 1500, 1200],
    'Battery SOC': [40, 45, 55],
  });
  for (const slot of [0, 1, 2]) {
    const above = lines.Production![slot]! + lines.Discharge![slot]! + lines['From grid']![slot]!;
    expect(above - lines['To grid']![slot]! - lines.Charge![slot]!).toBe(lines.Consumption![slot]);
  }
});

test('has production at night, when inverters do not report, as zero only where the balance closes without it', () => {
  const lines = {
    Production: [null, null, null],
    Consumption: [900, 900, null],
    'Grid Power': [900, 400, 300],
  };
  expect(byName(lines).Production).toEqual([0, null, null]);
});

test('offers only what the plant measures', () => {
  const lines = byName({ Production: [500], Consumption: [300], 'Grid Power': [-200] });
  expect(Object.keys(lines)).toEqual(['Production', 'From grid', 'To grid', 'Consumption']);
});

const slots = Array.from({ length: 288 }, (_, slot) =>
  new Date(Date.parse('2026-06-01T00:00:00Z') + slot * 300_000).toISOString().replace('.000Z', '+00:00'),
);
/** Returns a day with a gap of an hour in grid power. */
function dayView(): PowerView {
  const produced = slots.map((_, slot) => Math.max(0, Math.round(-4000 * Math.cos((2 * Math.PI * slot) / 288))));
  const battery = produced.map((watts) => (watts > 1000 ? -800 : 300));
  const grid = slots.map((_, slot) => (slot >= 120 && slot < 132 ? null : 900 - produced[slot]! - battery[slot]!));
  const home = grid.map((watts) => (watts === null ? null : 900));
  const lines = homeSeries(
    wire({
      Production: produced,
      Consumption: home,
      'Grid Power': grid,
      'Battery Power': battery,
      'Battery SOC': slots.map((_, slot) => 20 + slot / 6),
    }),
  );
  return {
    slots,
    lines: lines.map((line) => ({ ...lineLook(line.name, line.unit), ...line, label: line.name })),
    sun: { rise: slots[60]!, set: slots[230]! },
    nowMs: Date.parse('2026-06-01T20:00:00Z'),
    likeW: 5000,
  };
}

const numbers = (text: string | null): number[] => (text?.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

test('a part without a value leaves a gap, and the next one begins at its place', () => {
  const { stacked } = homeView(dayView());
  const part = (name: string) => stacked.find(({ line }) => line.name === name)!;
  expect(part('From grid').to[125]).toBeNull();
  expect(part('From grid').from[125]).toBeNull();
  // Discharge stands on production.
  expect([part('Discharge').from[70], part('Discharge').to[70]]).toEqual([
    part('Production').to[70],
    part('Production').to[70]! + 300,
  ]);
  expect(part('Charge').to[150]).toBeLessThan(part('To grid').to[150]!);
});

test('the picture matches the library: axis, areas, consumption, and the state of charge on its own axis', () => {
  const view = homeView(dayView());
  const picture = homePicture(view, WIDTH, HEIGHT)!;
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  chart.setOption(homeOption(view, { ink, widthPx: WIDTH, tooltip: () => document.createElement('div') }));
  const svg = document.createElement('div');
  svg.innerHTML = chart.renderToSVGString();
  chart.dispose();
  const texts = [...svg.querySelectorAll('text')].map((text) => text.textContent);
  expect(texts).toEqual(
    expect.arrayContaining(['kW', '%', '0', '50', '100', ...picture.steps.map(({ text }) => text)]),
  );
  const points = (path: string) => numbers(path).length;
  for (const { ink: name, path } of picture.areas!) {
    const drawn = [...svg.querySelectorAll(`path[fill="${ink[name]}"]`)]
      .map((element) => element.getAttribute('d') ?? '')
      .filter((d) => points(d) > 20);
    const [ours, theirs] = [numbers(path), drawn.flatMap((d) => numbers(d))];
    expect(ours.length, name).toBeGreaterThan(20);
    for (const pick of [Math.min, Math.max]) {
      expect(Math.abs(ours.reduce((a, b) => pick(a, b)) - theirs.reduce((a, b) => pick(a, b))), name).toBeLessThan(0.2);
    }
  }
  for (const name of ['consumption', 'charge'] as const) {
    const ours = picture.lines.filter((line) => line.ink === name).flatMap(({ path }) => numbers(path));
    const theirs = [...svg.querySelectorAll(`path[stroke="${ink[name]}"][stroke-width="1.5"]`)].flatMap((path) =>
      numbers(path.getAttribute('d')),
    );
    expect(theirs).toHaveLength(ours.length);
    for (const [n, value] of ours.entries()) expect(Math.abs(value - theirs[n]!)).toBeLessThan(0.1);
  }
});

test('hidden lines are not part of the axis', () => {
  const view = dayView();
  const hidden = homeView({ ...view, lines: view.lines.filter(({ name }) => name === 'Battery SOC') });
  expect(edgesOf(hidden).lines).toHaveLength(1);
  expect(homePicture(hidden, WIDTH, HEIGHT)!.areas).toEqual([]);
});

test.each([0, 20, 60])('draws nothing of negative width in a container of %i px', (widthPx) => {
  const { x, y } = homePicture(homeView(dayView()), widthPx, HEIGHT)!;
  for (const [from, to] of [x, y]) expect(to).toBeGreaterThanOrEqual(from);
});
