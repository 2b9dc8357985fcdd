// Imbalance and spread of phases, unusual cases first.
import { expect, test } from 'vitest';
import { median } from '../../energy/rules/median.ts';
import { imbalancePercent, spreadOf } from './phaseImbalance.ts';

test.each([
  [[], null],
  [[230], null],
  [[230, null, 231], null],
  [[0, 0, 0], null],
  [[230, 230, 230], 0],
  [[240, 230, 220], (10 / 230) * 100],
  [[-2, 2, 2], 0],
])('computes the imbalance of %j', (values, expected) => {
  expect(imbalancePercent(values)).toEqual(expected);
});

test.each([
  [[], null],
  [[100, null], null],
  [[-100, 300, 0], 400],
])('computes the spread of powers %j', (values, expected) => {
  expect(spreadOf(values)).toEqual(expected);
});

test.each([
  [[], null],
  [[3], 3],
  [[5, 1, 100], 5],
  [[4, 1, 100, 2], 3],
])('computes the median of %j', (values, expected) => {
  expect(median(values)).toEqual(expected);
});
