// Neighbours: the same sky and about the same strength, the nearest first; and their middle.
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
const found = (of: ComparedModule, ...all: ComparedModule[]) =>
  neighboursOf(of, [of, ...all]).map(({ sn, input }) => `${sn}_${input}`);

test.each<[string, Partial<ComparedModule>, Partial<ComparedModule>, boolean]>([
  ['the same', {}, {}, true],
  ['a little apart', {}, { tilt: 34, azimuth: 176 }, true],
  ['another face of the roof', {}, { azimuth: 270 }, false],
  ['across north', { azimuth: 358 }, { azimuth: 2 }, true],
  ['steeper', {}, { tilt: 45 }, false],
  ['flat ones look nowhere', { tilt: 0, azimuth: 90 }, { tilt: 0, azimuth: 270 }, true],
  ['nothing said of either', { tilt: null, azimuth: null }, { tilt: null, azimuth: null }, true],
  ['said of one alone', {}, { azimuth: null }, false],
  ['another size of device', {}, { ratedW: 500 }, false],
  ['panels of one series', { peakW: 430 }, { peakW: 440, ratedW: 900 }, true],
  ['stronger panels on the same device', { peakW: 400 }, { peakW: 450 }, false],
  ['one panel said: by their devices', { peakW: 430 }, {}, true],
  ['no power known, the same model', { ratedW: null }, { ratedW: null }, true],
  ['no power known, another model', { ratedW: null }, { ratedW: null, model: 1 }, false],
])('%s', (_what, one, other, expected) => {
  expect(found(module('A', one), module('B', other))).toEqual(expected ? ['B_1'] : []);
});

test('its device’s other inputs are neighbours, it itself is none; its own string comes first, and forty are enough', () => {
  const of = module('M', { stringNumber: 2 });
  const others = [module('M', { input: 2, stringNumber: 1 }), module('Z', { stringNumber: 2 })];
  expect(found(of, ...others)).toEqual(['Z_1', 'M_2']);
  const many = Array.from({ length: 60 }, (_, n) => module(`N${n}`));
  expect(found(of, ...many)).toHaveLength(40);
});

test('the median is of those that have a value; a slot without any is a gap', () => {
  const NONE = Number.NaN;
  const columns = [Float64Array.of(1, NONE, NONE), Float64Array.of(9, 4, NONE), Float64Array.of(3, 6, NONE)];
  expect([...medianOf(columns, 3)]).toEqual([3, 5, NONE]);
  expect([...medianOf([], 2)]).toEqual([NONE, NONE]);
});
