// Alignment of two days by clock time: across clock changes, different steps and different time zones.
import { expect, test } from 'vitest';
import { inSlotsOf, stepOf, zoomOf, zoomStep } from './chartSlots.ts';

/** Returns the slots of a day that starts at an instant with a UTC offset in hours; `changes`: the clock change. */
function slots(start: string, count: number, stepMin: number, offset: number, changes?: [at: string, offset: number]) {
  return Array.from({ length: count }, (_, slot) => {
    const ms = Date.parse(start) + slot * stepMin * 60_000;
    const hours = changes && ms >= Date.parse(changes[0]) ? changes[1] : offset;
    return `${new Date(ms + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
  });
}
const line = (data: (number | null)[]) => [{ name: 'Production', unit: 'W', stack: '', data }];
const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const summerDay = slots('2026-06-14T22:00:00Z', 24, 60, 2);

test('aligns equal clock hours of plants in different time zones', () => {
  const inTokyo = slots('2026-06-13T15:00:00Z', 24, 60, 9);
  const [aligned] = inSlotsOf(summerDay, { xAxisIso: inTokyo, series: line(range(24)) });
  expect(aligned!.data).toEqual(range(24));
});

test('leaves a gap for an hour that the other day lacks, and uses the first of an hour that occurs twice', () => {
  const spring = slots('2026-03-28T23:00:00Z', 23, 60, 1, ['2026-03-29T01:00:00Z', 2]);
  const [springDay] = inSlotsOf(summerDay, { xAxisIso: spring, series: line(range(23)) });
  expect(springDay!.data.slice(0, 5)).toEqual([0, 1, null, 2, 3]);
  const autumn = slots('2025-10-25T22:00:00Z', 25, 60, 2, ['2025-10-26T01:00:00Z', 1]);
  const [autumnDay] = inSlotsOf(summerDay, { xAxisIso: autumn, series: line(range(25)) });
  expect(autumnDay!.data.slice(0, 5)).toEqual([0, 1, 2, 4, 5]);
});

test('repeats a coarser step over the slots it covers, within a part of a day', () => {
  const fineSlots = slots('2026-06-15T08:00:00Z', 6, 5, 2);
  const quarters = slots('2026-06-13T22:00:00Z', 96, 15, 2);
  const [aligned] = inSlotsOf(fineSlots, { xAxisIso: quarters, series: line(range(96)) });
  expect(aligned!.data).toEqual([40, 40, 40, 41, 41, 41]);
});

test('returns a zoom step in minutes that is never finer than the upload interval', () => {
  expect([zoomStep([600, 720], 1), zoomStep([600, 720], 5), zoomStep([0, 600], 1), zoomStep([0, 600], 15)]).toEqual([
    ...[1, 5, 5, 15],
  ]);
  expect([stepOf(summerDay), stepOf(summerDay.slice(0, 1))]).toEqual([60, undefined]);
});

test('parses a zoom of two minutes of one day in order, and rejects any other text', () => {
  expect(zoomOf('600-720')).toEqual([600, 720]);
  for (const invalid of ['720-600', '600', '0-9999', '-5-10', 'a-b', '600-600', undefined])
    expect(zoomOf(invalid)).toBeUndefined();
});
