// Search in a long list of choices by a few typed letters, and the order of its matches.
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
])('%j finds the expected countries', (typed, matches) =>
  expect(labels(typed, 'Algeria', 'Germany', 'Niger', 'Österreich')).toEqual(matches),
);

test('a match at the beginning of a word comes before one within a word', () => {
  expect(labels('york', 'Yorkton', 'America/Newyork', 'America/New York')).toEqual([
    'Yorkton',
    'America/New York',
    'America/Newyork',
  ]);
});

test('an empty text leaves the list unchanged', () => expect(labels('', 'b', 'a')).toEqual(['b', 'a']));
