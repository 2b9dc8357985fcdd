// Which numbers a plant may claim, and which of them join it at once.
import { expect, test } from 'vitest';
import { isClaimable, joinsAtOnce } from './claimable.ts';

const FREE = { sid: null, restricted: false, stockOf: null, reportsElsewhere: false };
/** A plant of company 7, below company 3. */
const PLANT = [-7, -3, 12];

test.each([
  ['a free number', FREE, true, true],
  ['a number in another plant', { ...FREE, sid: 'DE_1' }, false, false],
  ['a restricted number', { ...FREE, restricted: true }, false, false],
  ['stock of the own company', { ...FREE, stockOf: 7 }, true, true],
  ['stock of a company above', { ...FREE, stockOf: 3 }, true, true],
  ['stock of another company', { ...FREE, stockOf: 8 }, false, false],
  ['stock of a company with the number of a user', { ...FREE, stockOf: 12 }, false, false],
  ['a number that reports on another path', { ...FREE, reportsElsewhere: true }, true, false],
  ['own stock that reports on another path', { ...FREE, stockOf: 3, reportsElsewhere: true }, true, true],
])('%s', (_, number, claimable, atOnce) => {
  expect([isClaimable(number, PLANT), joinsAtOnce(number, PLANT)]).toEqual([claimable, atOnce]);
});
