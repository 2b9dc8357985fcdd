// Neighbours of a module: the same orientation and about the same power, the nearest first; and their median.
import { expect, test } from 'vitest';
import { type ComparedModule, medianOf, neighboursOf } from './moduleNeighbours.ts';

const module = (sn: string, more: Partial<ComparedModule> = {}): ComparedModule => ({
  sn,
  input: 1,
  tilt: 30,
  azimuth: 180,
  stringNumber: null,
  peakW: null,
  ratedW: 400,
  model: 800,
  ...more,
});
const neighbourNames = (of: ComparedModule, ...all: ComparedModule[]) =>
  neighboursOf(of, [of, ...all]).map(({ sn, input }) => `${sn}_${input}`);

test.each<[string, Partial<ComparedModule>, Partial<ComparedModule>, boolean]>([
  ['equal orientation', {}, {}, true],
  ['slightly different orientation', {}, { tilt: 34, azimuth: 176 }, true],
  ['another face of the roof', {}, { azimuth: 270 }, false],
  ['azimuths on both sides of north', { azimuth: 358 }, { azimuth: 2 }, true],
  ['a steeper tilt', {}, { tilt: 45 }, false],
  ['any azimuth of flat modules', { tilt: 0, azimuth: 90 }, { tilt: 0, azimuth: 270 }, true],
  ['no orientation entered for either', { tilt: null, azimuth: null }, { tilt: null, azimuth: null }, true],
  ['an azimuth entered for only one', {}, { azimuth: null }, false],
  ['another size of device', {}, { ratedW: 500 }, false],
  ['panels of one series', { peakW: 430 }, { peakW: 440, ratedW: 900 }, true],
  ['stronger panels on the same device', { peakW: 400 }, { peakW: 450 }, false],
  ['a panel entered for only one, by their devices', { peakW: 430 }, {}, true],
  ['no power known, the same model', { ratedW: null }, { ratedW: null }, true],
  ['no power known, another model', { ratedW: null }, { ratedW: null, model: 1 }, false],
])('compares or excludes modules with %s', (_, one, other, expected) => {
  expect(neighbourNames(module('A', one), module('B', other))).toEqual(expected ? ['B_1'] : []);
});

test('neighbours include other inputs of the device but not the module itself, its own string first, at most forty', () => {
  const of = module('M', { stringNumber: 2 });
  const others = [module('M', { input: 2, stringNumber: 1 }), module('Z', { stringNumber: 2 })];
  expect(neighbourNames(of, ...others)).toEqual(['Z_1', 'M_2']);
  const many = Array.from({ length: 60 }, (_, n) => module(`N${n}`));
  expect(neighbourNames(of, ...many)).toHaveLength(40);
});

test('the median is of the neighbours with a value, and a slot without any is a gap', () => {
  const NONE = Number.NaN;
  const columns = [Float64Array.of(1, NONE, NONE), Float64Array.of(9, 4, NONE), Float64Array.of(3, 6, NONE)];
  expect([...medianOf(columns, 3)]).toEqual([3, 5, NONE]);
  expect([...medianOf([], 2)]).toEqual([NONE, NONE]);
});
