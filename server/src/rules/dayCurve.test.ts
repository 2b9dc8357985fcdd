// A plant's curve: gaps stay gaps, one late upload of one device does not dent the sum.
import { describe, expect, it } from 'vitest';
import { bridged, slotsForWire, sparkOf, sumOfDevices } from './dayCurve.ts';

const none = Number.NaN;
const device = (...values: number[]) => Float64Array.from(values);

describe('sumOfDevices', () => {
  it.each([
    ['sums what is there', [device(1, 2), device(10, 20)], [11, 22]],
    ['keeps a slot of nobody as a gap', [device(1, none, 3), device(10, none, 30)], [11, null, 33]],
    ['bridges one slot of one device while another is heard', [device(1, 2, 3), device(10, none, 30)], [11, 22, 33]],
    ['bridges no longer silence', [device(1, 2, 3, 4), device(10, none, none, 40)], [11, 2, 3, 44]],
    ['does not bridge the ends', [device(1, 2), device(none, 20)], [1, 22]],
    ['keeps zero as zero', [device(0, none), device(0, 0)], [0, 0]],
    ['has nothing without devices', [], [null, null]],
  ])('%s', (_what, devices, sum) => expect(sumOfDevices(devices, sum.length)).toEqual(sum));
});

it('a device whose next upload is still to come counts with its last value, for two slots', () => {
  const devices = [device(10, 20, 30, none, none), device(1, 2, none, none, none)];
  expect(sumOfDevices(devices, 5, 2)).toEqual([11, 22, 32, null, null]);
  expect(sumOfDevices(devices, 5, 3)).toEqual([11, 22, 32, 32, null]);
  expect(sumOfDevices(devices, 5, 4)).toEqual([11, 22, 30, 30, 30]);
  expect(sumOfDevices(devices, 5)).toEqual([11, 22, 30, null, null]);
});

it('sparkOf begins with the first hour that has data and ends now', () => {
  const quarters = device(none, none, none, none, 10, 20, none, none, none, none, none, none, 40, 40, 40, 80, 5, 5);
  expect(sparkOf(quarters, 4, 16)).toEqual([15, null, 50]);
  expect(sparkOf(undefined, 4, 16)).toEqual([]);
});

it('slotsForWire says null where there is nothing', () => {
  expect(slotsForWire(device(1.26, none), 3)).toEqual([1.3, null, null]);
  expect(slotsForWire(undefined, 2)).toEqual([null, null]);
});

it('a lone slot without a value is an upload that came late, a longer silence stays one, and so do the ends', () => {
  const told = [none, 10, none, 20, none, none, 30, none];
  expect([...bridged(device(...told))]).toEqual([none, 10, 15, 20, none, none, 30, none]);
});
