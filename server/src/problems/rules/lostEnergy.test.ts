// Lost energy of a problem: by the device's usual share of its neighbours' energy, and unknown without neighbours.
import { expect, test } from 'vitest';
import { addDays } from '../../platform/calendar/rules/localDays.ts';
import { lostEnergy } from './lostEnergy.ts';

const SINCE = '2026-06-10';
/** Neighbours produce 4 Wh per W every day. */
const neighbours = new Map(Array.from({ length: 40 }, (_, n) => [addDays('2026-05-20', n), 4]));
const question = { neighbours, own: new Map<string, number>(), ratedW: 400, since: SINCE, until: '2026-06-12' };
const before = (wh: number, days = 14) => new Map(Array.from({ length: days }, (_, n) => [addDays(SINCE, -1 - n), wh]));
const sum = (lost: Map<string, number> | null) => lost && [...lost.values()].reduce((total, wh) => total + wh, 0);

test.each([
  ['of a silent device is its neighbours’ yield by rated power', question, 3 * 1600],
  [
    'excludes the energy that a device still produces',
    { ...question, own: new Map([['2026-06-10', 600]]) },
    3 * 1600 - 600,
  ],
  [
    'is not negative for a device that produces more than its neighbours',
    { ...question, own: new Map([['2026-06-10', 9000]]) },
    2 * 1600,
  ],
  ['of a shaded device is its usual share of their yield', { ...question, own: before(800) }, 3 * 800],
  ['of a better placed device is its usual share too', { ...question, own: before(2000) }, 3 * 2000],
  ['ignores a usual share from only two days', { ...question, own: before(800, 2) }, 3 * 1600],
  ['excludes days without neighbours', { ...question, until: '2026-07-30' }, 19 * 1600],
])('lost energy %s', (_, input, lostWh) => expect(sum(lostEnergy(input))).toBeCloseTo(lostWh, 6));

test('lost energy is unknown without neighbours or rated power', () => {
  expect(lostEnergy({ ...question, neighbours: new Map() })).toBeNull();
  // The rated power is unknown.
  expect(lostEnergy({ ...question, ratedW: 0 })).toBeNull();
  expect(lostEnergy({ ...question, since: '2026-07-20', until: '2026-07-21' })).toBeNull();
});
