// What a roof opens with, and the texts of its cells.
import { expect, test } from 'vitest';
import { cellText, type Measure, type MeasuredModule, openingMeasure } from './measures.ts';

const module = (change: Partial<MeasuredModule>): MeasuredModule => ({
  now: null,
  todayKwh: null,
  monthKwh: null,
  lifetimeKwh: null,
  ...change,
});

test.each<[string, Partial<MeasuredModule>[], Measure]>([
  ['by day', [{ now: 0, todayKwh: 1 }, { now: 3 }], 'now'],
  ['in the evening', [{ now: 0, todayKwh: 1.2, monthKwh: 30 }, { todayKwh: 0 }], 'today'],
  ['before sunrise', [{ todayKwh: 0, monthKwh: 30, lifetimeKwh: 900 }], 'month'],
  ['on the first of a month', [{ lifetimeKwh: 900 }], 'lifetime'],
  ['of a new plant', [{ now: 0 }, {}], 'now'],
])('a roof %s opens with what says something', (_, modules, measure) =>
  expect(openingMeasure(modules.map(module))).toBe(measure),
);

test.each<[number | null, Measure, string]>([
  [null, 'today', ''],
  [256.6, 'now', '257'],
  [1.234, 'today', '1.23'],
  [0, 'today', '0.00'],
  [34.56, 'month', '34.6'],
  [1234.5, 'lifetime', '1,235'],
])('%d of %s is %s on a cell', (value, measure, text) => expect(cellText(value, measure)).toBe(text));
