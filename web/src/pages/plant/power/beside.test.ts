// Another day at the same time of the clock: where clocks change, other steps, other zones.
import { expect, test } from 'vitest';
import { inSlotsOf, stepOf, zoomOf, zoomStep } from './beside.ts';

/** Slots of a day that begins at an instant with an offset, which changes at another. */
function slots(start: string, count: number, stepMin: number, offset: number, changes?: [at: string, offset: number]) {
  return Array.from({ length: count }, (_, slot) => {
    const ms = Date.parse(start) + slot * stepMin * 60_000;
    const hours = changes && ms >= Date.parse(changes[0]) ? changes[1] : offset;
    return `${new Date(ms + hours * 3_600_000).toISOString().slice(0, 19)}+0${hours}:00`;
  });
}
const line = (data: (number | null)[]) => [{ name: 'Production', unit: 'W', stack: '', data }];
const counted = (count: number) => Array.from({ length: count }, (_, n) => n);
const usual = slots('2026-06-14T22:00:00Z', 24, 60, 2);

test('the same hour of both clocks, whatever zone each is in', () => {
  const inTokyo = slots('2026-06-13T15:00:00Z', 24, 60, 9);
  const [beside] = inSlotsOf(usual, { xAxisIso: inTokyo, series: line(counted(24)) });
  expect(beside!.data).toEqual(counted(24));
});

test('an hour that the other day does not have is a gap; of one that it has twice the first counts', () => {
  const spring = slots('2026-03-28T23:00:00Z', 23, 60, 1, ['2026-03-29T01:00:00Z', 2]);
  const [short] = inSlotsOf(usual, { xAxisIso: spring, series: line(counted(23)) });
  expect(short!.data.slice(0, 5)).toEqual([0, 1, null, 2, 3]);
  const autumn = slots('2025-10-25T22:00:00Z', 25, 60, 2, ['2025-10-26T01:00:00Z', 1]);
  const [long] = inSlotsOf(usual, { xAxisIso: autumn, series: line(counted(25)) });
  expect(long!.data.slice(0, 5)).toEqual([0, 1, 2, 4, 5]);
});

test('coarser steps of the other stand as long as they last, and a part of a day has its part', () => {
  const fine = slots('2026-06-15T08:00:00Z', 6, 5, 2);
  const quarters = slots('2026-06-13T22:00:00Z', 96, 15, 2);
  const [beside] = inSlotsOf(fine, { xAxisIso: quarters, series: line(counted(96)) });
  expect(beside!.data).toEqual([40, 40, 40, 41, 41, 41]);
});

test('a zoom is asked for in minutes, but never finer than uploads come', () => {
  expect([zoomStep([600, 720], 1), zoomStep([600, 720], 5), zoomStep([0, 600], 1), zoomStep([0, 600], 15)]).toEqual([
    ...[1, 5, 5, 15],
  ]);
  expect([stepOf(usual), stepOf(usual.slice(0, 1))]).toEqual([60, undefined]);
});

test('minutes in the address are two of one day, in order', () => {
  expect(zoomOf('600-720')).toEqual([600, 720]);
  for (const odd of ['720-600', '600', '0-9999', '-5-10', 'a-b', '600-600', undefined])
    expect(zoomOf(odd)).toBeUndefined();
});
