// What a problem costs: beside neighbours, by the device's own share of them, and nothing where nobody can know.
import { expect, test } from 'vitest';
import { addDays } from '../../platform/calendar/rules/localDays.ts';
import { lostEnergy } from './lostEnergy.ts';

const SINCE = '2026-06-10';
/** Neighbours make 4 Wh a W every day. */
const neighbours = new Map(Array.from({ length: 40 }, (_, n) => [addDays('2026-05-20', n), 4]));
const question = { neighbours, own: new Map<string, number>(), ratedW: 400, since: SINCE, until: '2026-06-12' };
const before = (wh: number, days = 14) => new Map(Array.from({ length: days }, (_, n) => [addDays(SINCE, -1 - n), wh]));
const sum = (lost: Map<string, number> | null) => lost && [...lost.values()].reduce((total, wh) => total + wh, 0);

test.each([
  ['a silent device loses what its neighbours make by their rated power', question, 3 * 1600],
  ['what it still makes is not lost', { ...question, own: new Map([['2026-06-10', 600]]) }, 3 * 1600 - 600],
  [
    'one that makes more than its neighbours gains nothing',
    { ...question, own: new Map([['2026-06-10', 9000]]) },
    2 * 1600,
  ],
  ['a shaded one loses what it usually made beside them', { ...question, own: before(800) }, 3 * 800],
  ['a better placed one as well', { ...question, own: before(2000) }, 3 * 2000],
  ['two days before it say nothing', { ...question, own: before(800, 2) }, 3 * 1600],
  ['days without neighbours are left out', { ...question, until: '2026-07-30' }, 19 * 1600],
])('%s', (_what, asked, lostWh) => expect(sum(lostEnergy(asked))).toBeCloseTo(lostWh, 6));

test('without a neighbour nobody knows', () => {
  expect(lostEnergy({ ...question, neighbours: new Map() })).toBeNull();
  // Nor beside a device whose rated power nobody knows.
  expect(lostEnergy({ ...question, ratedW: 0 })).toBeNull();
  expect(lostEnergy({ ...question, since: '2026-07-20', until: '2026-07-21' })).toBeNull();
});
