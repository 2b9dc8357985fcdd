// Numbers in CSV have no more digits than measurements.
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('sums of fractions are rounded to a millionth, and nothing is written as a power of ten', () => {
  expect(csvLine([0.010475030450669914, 0.1 + 0.2, -0.0000001, 178189, 12345678.9, 1e-7, null])).toBe(
    '0.010475,0.3,0,178189,12345678.9,0,',
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['@sum', "'@sum"],
  ['-1', "'-1"],
  ['＝1', "'＝1"],
  ['Sun;=1+1', "Sun;'=1+1"],
  ['Sun; +1', "Sun; '+1"],
  ['Sun, =1+1', '"Sun, =1+1"'],
])('writes no cell that begins as a formula, where a comma ends cells and where a semicolon does: %j', (text, cell) =>
  expect(csvLine([text])).toBe(cell),
);
