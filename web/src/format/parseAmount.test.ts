// Amounts as people type and paste them, in languages with either decimal sign.
import { expect, test } from 'vitest';
import { isAmbiguous, isAmount, parseAmount } from './parseAmount.ts';

test.each([
  ['', '', ''],
  ['  ', '', ''],
  ['7', 7, 7],
  ['9.84', 9.84, 9.84],
  ['9,84', 9.84, 9.84],
  ['1,234.5', 1234.5, 1234.5],
  ['1.234,5', 1234.5, 1234.5],
  ['1,234', 1234, 1.234],
  ['1.234', 1.234, 1234],
  ['0,123', 0.123, 0.123],
  ['1,234,567', 1234567, 1234567],
  ['1.234.567,8', 1234567.8, 1234567.8],
  ['1 234,5', 1234.5, 1234.5],
  ['1\u202f234,5', 1234.5, 1234.5],
  ['1\u2019234.5', 1234.5, 1234.5],
  ['-3,5', -3.5, -3.5],
  ['\u22123.5', -3.5, -3.5],
  ['9,', 9, 9],
  [',5', 0.5, 0.5],
  ['1.2.3', null, null],
  ['1,23,4.5', null, null],
  ['12,34.5', null, null],
  ['1.2,3.4', null, null],
  ['.', null, null],
  ['-', null, null],
  ['12 kW', null, null],
  ['1e5', null, null],
])('reads %j as %j in English and as %j in German', (text, english, german) => {
  expect([parseAmount(text, ','), parseAmount(text, '.')]).toEqual([english, german]);
});

test('a field holds an amount unless it is empty or its text is no number', () => {
  expect([0, -0.5, '' as const, Number.NaN].map(isAmount)).toEqual([true, true, false, false]);
});

test('one group sign before three digits is ambiguous', () => {
  expect(['1,234', '-12,345', '1.234'].map((text) => isAmbiguous(text, ','))).toEqual([true, true, false]);
  expect(['1.234', '1,234'].map((text) => isAmbiguous(text, '.'))).toEqual([true, false]);
  expect(['0,123', '1,234,567', '1,23', '1,234.5', '1 234'].filter((text) => isAmbiguous(text, ','))).toEqual([]);
});
