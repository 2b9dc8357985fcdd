// What a few typed letters find in a long list of choices, and in which order.
import { expect, test } from 'vitest';
import { fitting } from './options.ts';

const labels = (typed: string, ...all: string[]) =>
  fitting(
    all.map((label) => ({ label })),
    typed,
  ).map(({ label }) => label);

test.each([
  ['Germ', ['Germany']],
  ['ger', ['Germany', 'Algeria', 'Niger']],
  ['osterr', ['Österreich']],
  ['  NIGER ', ['Niger']],
  ['xyz', []],
])('%j in a list of countries', (typed, found) =>
  expect(labels(typed, 'Algeria', 'Germany', 'Niger', 'Österreich')).toEqual(found),
);

test('the beginning of a word goes before the middle of one', () => {
  expect(labels('york', 'Yorkton', 'America/Newyork', 'America/New York')).toEqual([
    'Yorkton',
    'America/New York',
    'America/Newyork',
  ]);
});

test('nothing typed leaves the list as it is', () => expect(labels('', 'b', 'a')).toEqual(['b', 'a']));
