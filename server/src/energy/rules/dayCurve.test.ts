// Power curve of a plant: gaps stay gaps, and a late upload of one device does not dent the sum.
import { describe, expect, it } from 'vitest';
import { bridged, slotsForWire, sparkOf, sumOfDevices, uploadEverySlots } from './dayCurve.ts';

const none = Number.NaN;
const device = (...values: number[]) => Float64Array.from(values);

describe('sumOfDevices', () => {
  it.each([
    ['sums the values of a slot', [device(1, 2), device(10, 20)], [11, 22]],
    ['keeps a slot without any value as a gap', [device(1, none, 3), device(10, none, 30)], [11, null, 33]],
    ['bridges one slot of a device while another reports', [device(1, 2, 3), device(10, none, 30)], [11, 22, 33]],
    ['does not bridge a longer silence', [device(1, 2, 3, 4), device(10, none, none, 40)], [11, 2, 3, 44]],
    ['does not bridge the ends', [device(1, 2), device(none, 20)], [1, 22]],
    ['keeps zero as zero', [device(0, none), device(0, 0)], [0, 0]],
    ['returns gaps without devices', [], [null, null]],
  ])('%s', (_name, devices, sum) => expect(sumOfDevices(devices, sum.length)).toEqual(sum));
});

it('counts a device with its last value for two slots while its next upload is pending', () => {
  const devices = [device(10, 20, 30, none, none), device(1, 2, none, none, none)];
  expect(sumOfDevices(devices, 5, { now: 2 })).toEqual([11, 22, 32, null, null]);
  expect(sumOfDevices(devices, 5, { now: 3 })).toEqual([11, 22, 32, 32, null]);
  expect(sumOfDevices(devices, 5, { now: 4 })).toEqual([11, 22, 30, 30, 30]);
  expect(sumOfDevices(devices, 5)).toEqual([11, 22, 30, null, null]);
});

/** Values every `slots` slots from `first` to `last`, both included. */
const every = (slots: number, first: number, last: number, powerW: (slot: number) => number, length = 36) =>
  Float64Array.from({ length }, (_, slot) =>
    slot >= first && slot <= last && (slot - first) % slots === 0 ? powerW(slot) : none,
  );

describe('devices that upload less often than once per slot', () => {
  it('cause no saw-tooth together with a device that reports in each slot', () => {
    const devices = [every(1, 0, 35, () => 100), every(3, 1, 34, () => 50), every(3, 2, 35, () => 20)];
    expect(sumOfDevices(devices, 36)).toEqual([
      ...[100, 150],
      ...Array.from({ length: 33 }, () => 170),
      // The second device has reported for the last time.
      120,
    ]);
  });

  it('count with values interpolated between uploads, and their gaps stay gaps', () => {
    const quarterly = every(3, 0, 33, (slot) => slot * 10);
    for (const slot of [15, 18, 21]) quarterly[slot] = none;
    const sum = sumOfDevices([quarterly], 36);
    expect(sum.slice(0, 13)).toEqual(Array.from({ length: 13 }, (_, slot) => slot * 10));
    expect(sum.slice(13, 24)).toEqual(Array.from({ length: 11 }, () => null));
    expect(sum.slice(24, 34)).toEqual(Array.from({ length: 10 }, (_, slot) => 240 + slot * 10));
    expect(sum.slice(34)).toEqual([null, null]);
    // A jitter of one slot is not a gap.
    const late = every(3, 0, 33, () => 30);
    [late[16], late[15]] = [30, none];
    expect(sumOfDevices([late], 36).slice(0, 34)).toEqual(Array.from({ length: 34 }, () => 30));
  });

  it('keep their last value until the next upload is overdue', () => {
    const quarterly = every(3, 0, 12, () => 50);
    expect(sumOfDevices([quarterly], 36, { now: 14 }).slice(12, 16)).toEqual([50, 50, 50, null]);
    expect(sumOfDevices([quarterly], 36, { now: 16 }).slice(12, 18)).toEqual([50, 50, 50, 50, 50, null]);
    expect(sumOfDevices([quarterly], 36, { now: 17 }).slice(12, 18)).toEqual([50, null, null, null, null, null]);
  });

  it('are detected by the median upload interval, up to an hour', () => {
    expect(
      uploadEverySlots(
        every(3, 1, 34, () => 1),
        12,
      ),
    ).toBe(3);
    expect(
      uploadEverySlots(
        every(12, 0, 35, () => 1),
        12,
      ),
    ).toBe(1);
    expect(
      uploadEverySlots(
        every(12, 0, 143, () => 1, 144),
        12,
      ),
    ).toBe(12);
    expect(
      uploadEverySlots(
        every(13, 0, 143, () => 1, 144),
        12,
      ),
    ).toBe(1);
    expect(
      uploadEverySlots(
        Float64Array.from({ length: 9 }, () => none),
        12,
      ),
    ).toBe(1);
    expect(
      uploadEverySlots(
        every(3, 0, 143, () => 1, 144),
        1,
      ),
    ).toBe(1);
  });
});

it('sparkOf starts with the first hour that has data and ends now', () => {
  const quarters = device(none, none, none, none, 10, 20, none, none, none, none, none, none, 40, 40, 40, 80, 5, 5);
  expect(sparkOf(quarters, 4, 16)).toEqual([15, null, 50]);
  expect(sparkOf(undefined, 4, 16)).toEqual([]);
});

it('slotsForWire returns null for missing values', () => {
  expect(slotsForWire(device(1.26, none), 3)).toEqual([1.3, null, null]);
  expect(slotsForWire(undefined, 2)).toEqual([null, null]);
});

it('bridges a single slot without a value, but neither longer silences nor the ends', () => {
  const values = [none, 10, none, 20, none, none, 30, none];
  expect([...bridged(device(...values))]).toEqual([none, 10, 15, 20, none, none, 30, none]);
});
