// The picture of a day matches the drawing of the chart library: every mark of both is compared.
import { init } from 'echarts';
import { expect, test } from 'vitest';
import type { Ink } from './ink.ts';
import { lineLook } from './lines.ts';
import { type ChartLine, type PowerView, powerOption } from './powerOption.ts';
import { type Picture, powerPicture } from './powerPicture.ts';

const WIDTH = 700;
const HEIGHT = 248;
/** A different colour for each ink, by which its marks are found. */
const NAMES =
  'text muted border borderStrong hover surface production productionFill consumption fromGrid temperature voltage frequency'.split(
    ' ',
  );
const ink = Object.fromEntries(NAMES.map((name, n) => [name, `#0000${10 + n}`])) as unknown as Ink;

/** Returns the slots of a day of `hours`, each with its own offset. */
function slots(start: string, hours: number, stepMin: number, offsetAt: (ms: number) => number): string[] {
  return Array.from({ length: (hours * 60) / stepMin }, (_, slot) => {
    const ms = Date.parse(start) + slot * stepMin * 60_000;
    const local = new Date(ms + offsetAt(ms) * 3_600_000).toISOString().slice(0, 19);
    return `${local}+0${offsetAt(ms)}:00`;
  });
}
const line = (name: string, data: (number | null)[], unit = 'W'): ChartLine => ({
  ...lineLook(name, unit),
  name,
  label: name,
  unit,
  data,
});

/** Returns the drawing of the library as SVG, rendered without a browser. */
function drawnByLibrary(view: PowerView): Element {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  chart.setOption(powerOption(view, { ink, widthPx: WIDTH, tooltip: () => document.createElement('div') }));
  const container = document.createElement('div');
  container.innerHTML = chart.renderToSVGString();
  chart.dispose();
  return container;
}

const numbers = (text: string | null): number[] => (text?.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
/** Returns texts with their positions: their own position within that of their axis. */
const texts = (svg: Element) =>
  [...svg.querySelectorAll('text')].map((text) => {
    const [x = 0, y = 0] = numbers(text.getAttribute('transform'));
    return {
      text: text.textContent ?? '',
      x: x + Number(text.getAttribute('x') ?? 0),
      y: y + Number(text.getAttribute('y') ?? 0),
    };
  });
const paths = (svg: Element, attribute: string, color: string) =>
  [...svg.querySelectorAll(`[${attribute}="${color}"]`)].map((path) => path.getAttribute('d') ?? '');

/** Splits a path into its runs; a run of one point draws nothing and is left out. */
const runs = (path: string): number[][] =>
  path
    .split('M')
    .map((run) => numbers(run))
    .filter((run) => run.length > 2);
function expectNear(ours: readonly number[], theirs: readonly number[]): void {
  expect(ours).toHaveLength(theirs.length);
  // The SVG has one decimal.
  for (const [n, value] of ours.entries()) expect(Math.abs(value - theirs[n]!), `number ${n}`).toBeLessThan(0.07);
}

function expectSame(view: PowerView): Picture {
  const picture = powerPicture(view, WIDTH, HEIGHT)!;
  const svg = drawnByLibrary(view);
  const { x, y, frame } = picture;
  const ours = [
    ...(frame.name ? [{ text: frame.name, x: x[0] - 8, y: y[0] - 16 }] : []),
    ...picture.clocks.map(({ text, x: at }) => ({ text, x: at, y: y[1] + 14 })),
    ...picture.steps.filter(({ text }) => text).map(({ text, y: at }) => ({ text, x: x[0] - 8, y: at })),
  ];
  const order = (one: { text: string; x: number }, other: { text: string; x: number }) =>
    one.text.localeCompare(other.text) || one.x - other.x;
  const theirs = texts(svg).toSorted(order);
  expect(ours.toSorted(order).map(({ text }) => text)).toEqual(theirs.map(({ text }) => text));
  for (const key of ['x', 'y'] as const)
    expectNear(
      ours.toSorted(order).map((text) => text[key]),
      theirs.map((text) => text[key]),
    );
  // Lines of the steps, the zero line, and a tick at each time label.
  const borders = [
    ...picture.steps.map(({ lineY }) => [x[0], lineY, x[1], lineY]),
    [x[0], picture.zero.lineY, x[1], picture.zero.lineY],
    ...picture.clocks.map(({ lineX }) => [lineX, picture.zero.y, lineX, picture.zero.y + 5]),
  ];
  const byText = (one: readonly number[], other: readonly number[]) => one[1]! - other[1]! || one[0]! - other[0]!;
  expectNear(borders.toSorted(byText).flat(), paths(svg, 'stroke', ink.border).map(numbers).toSorted(byText).flat());
  expectNear(
    picture.nights.flatMap(([from, to]) => [from, y[1], to, y[1], to, y[0], from, y[0]]),
    [...svg.querySelectorAll(`polygon[fill="${ink.hover}"]`)].flatMap((polygon) =>
      numbers(polygon.getAttribute('points')),
    ),
  );
  for (const name of new Set(picture.lines.map((line) => line.ink))) {
    const lines = picture.lines.filter((line) => line.ink === name);
    expectNear(lines.flatMap(({ path }) => runs(path)).flat(), paths(svg, 'stroke', ink[name]).flatMap(runs).flat());
    expectNear(
      lines.flatMap(({ dots }) => dots.flatMap((dot) => [dot.r, dot.r, dot.x, dot.y])),
      [...svg.querySelectorAll(`[fill="${ink[name]}"]`)]
        .filter((element) => element.hasAttribute('transform') && element.tagName === 'path')
        .flatMap((element) => {
          const [a = 0, , , d = 0, e = 0, f = 0] = numbers(element.getAttribute('transform'));
          return [a, d, e, f];
        }),
    );
  }
  const now = paths(svg, 'stroke', ink.text).flatMap(numbers);
  expectNear(picture.now === null ? [] : [picture.now, y[1], picture.now, y[0]], now);
  return picture;
}

const berlin = (change: string, before: number, after: number) => (ms: number) =>
  ms < Date.parse(change) ? before : after;
const summer = slots('2026-05-31T22:00:00Z', 24, 5, () => 2);
/** Returns the watts of a sunny day, up to `maxW`. */
const sunny = (day: readonly string[], maxW: number) =>
  day.map((_, slot) => Math.max(0, Math.round(-maxW * Math.cos((2 * Math.PI * slot) / day.length))));
const view = (lines: ChartLine[], extra: Partial<PowerView> = {}): PowerView => ({
  slots: summer,
  lines,
  sun: { rise: '2026-06-01T03:10:00Z', set: '2026-06-01T19:20:00Z' },
  nowMs: Date.parse('2026-06-01T12:02:00Z'),
  ...extra,
});

test('a day with clear-sky production, nights and the now mark matches the library', () => {
  const producedW = sunny(summer, 4310).map((value, slot) => (slot > 168 ? null : value));
  const { frame, lines } = expectSame(view([line('Production', producedW), line('Expected', sunny(summer, 4820))]));
  expect(frame.name).toBe('kW');
  expect(lines.map(({ area }) => area !== null)).toEqual([true, false]);
  // The newest value.
  expect(lines[0]!.dots).toHaveLength(1);
});

test('gaps stay gaps in the line and its area, and a single value is a dot', () => {
  const producedW = sunny(summer, 900).map((value, slot) =>
    (slot > 100 && slot < 120) || slot === 130 || slot === 132 ? null : value,
  );
  const { lines } = expectSame(view([line('Production', producedW)], { nowMs: null }));
  expect(lines[0]!.path.split('M')).toHaveLength(4);
  expect(lines[0]!.area!.split('Z')).toHaveLength(4);
  expect(lines[0]!.dots).toHaveLength(1);
});

test('values of both signs have their zero line inside the chart', () => {
  const { frame, zero, y } = expectSame(
    view([
      line(
        'Grid Power',
        summer.map((_, slot) => 300 - slot * 10),
      ),
    ]),
  );
  expect(frame.ends.min).toBeLessThan(0);
  expect(zero.y).toBeLessThan(y[1]);
});

test('a day without values has no scale, and each line has its own pattern', () => {
  const { frame, lines } = expectSame(
    view([
      line(
        'Production',
        summer.map(() => null),
      ),
    ]),
  );
  expect(frame.name).toBe('');
  expect(lines[0]!.path).toBe('');
  expectSame(view([line('Production', sunny(summer, 10)), line('Consumption', sunny(summer, 0.4))]));
});

test.each([
  [23, slots('2026-03-28T23:00:00Z', 23, 5, berlin('2026-03-29T01:00:00Z', 1, 2))],
  [25, slots('2026-10-24T22:00:00Z', 25, 5, berlin('2026-10-25T01:00:00Z', 2, 1))],
])('a day of %d hours extends from edge to edge, with time labels as in the library', (_, day) => {
  const sun = { rise: day[70]!, set: day[200]! };
  const { clocks, x, frame } = expectSame(
    view([line('Production', sunny(day, 700))], { slots: day, sun, nowMs: null }),
  );
  expect(clocks[0]).toMatchObject({ text: '00:00', x: frame.left });
  expect(x[1]).toBe(WIDTH - frame.right);
});

test('a zoom of a few slots with long axis labels matches the library', () => {
  expectSame(view([line('Production', sunny(summer, 12_345_678).slice(100, 112))], { slots: summer.slice(100, 112) }));
});

test.each([
  ['degC', -3, 14],
  ['V', 228, 13],
  ['Hz', 49.97, 0.06],
])('a quantity in %s that shows its own range, with zero or without, matches the library', (unit, min, range) => {
  const day = sunny(summer, range).map((value) => value + min);
  const { zero, y } = expectSame(view([line('Temperature', day, unit)]));
  expect(zero.y === y[1]).toBe(min > 0);
});

test('a quantity that stays below zero matches the library', () => {
  const day = sunny(summer, 3).map((value) => value - 9);
  expect(expectSame(view([line('Temperature', day, 'degC')])).frame.ends.max).toBeLessThan(0);
});

test('watts are shown in the unit of the adjacent figures', () => {
  expect(expectSame(view([line('Production', sunny(summer, 310))], { likeW: 6900 })).frame.name).toBe('kW');
});

test('there is no picture for several axes, or without lines', () => {
  const day = sunny(summer, 100);
  expect(powerPicture(view([line('Production', day), line('AC Current', day, 'A')]), WIDTH, HEIGHT)).toBeNull();
  expect(powerPicture(view([]), WIDTH, HEIGHT)).toBeNull();
});

test.each([0, 20, 60, 120])('has no negative width in a container of %i px', (widthPx) => {
  const day = slots('2026-06-15T00:00:00Z', 24, 5, () => 2);
  const view: PowerView = {
    slots: day,
    lines: [
      line(
        'Production',
        day.map((_, n) => (n > 70 && n < 240 ? n : null)),
      ),
    ],
    sun: { rise: day[60]!, set: day[250]! },
    nowMs: null,
    likeW: 0,
  };
  const { nights, x, y } = powerPicture(view, widthPx, HEIGHT)!;
  expect(nights).toHaveLength(2);
  for (const [from, to] of [...nights, x, y]) expect(to).toBeGreaterThanOrEqual(from);
});
