// The first part of Inter has all that our own words and figures are written with, so that most pages load no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const ranges = [
  ...readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8').matchAll(/unicode-range:([^;]+);/g),
].map(([, list]) =>
  list!.split(',').map((range) => {
    const [first, last] = range.trim().slice(2).split('-');
    return [Number.parseInt(first!, 16), Number.parseInt(last ?? first!, 16)] as const;
  }),
);
const isIn = (part: number, letter: string): boolean =>
  ranges[part]!.some(([first, last]) => letter.codePointAt(0)! >= first && letter.codePointAt(0)! <= last);

/** Inter has no such letter, or it is Greek: a formula sign here and there. */
const ELSEWHERE = ['₂', 'φ'];

test.each(['en', 'de'])('%s', (language) => {
  const texts = readFileSync(join(src, `i18n/catalogues/${language}.json`), 'utf8');
  const letters = new Set([...texts].filter((letter) => letter >= ' '));
  expect(letters.size).toBeGreaterThan(60);
  expect([...letters].filter((letter) => !isIn(0, letter) && !ELSEWHERE.includes(letter))).toEqual([]);
});

test('common names of plants and places of western Europe load no other part', () => {
  const names =
    'Fyrisgården Évora Valparaíso Casa Flamboyán Edifício Graças Mérida Kraków Tromsø Saint-Étienne Forêt España Århus';
  expect([...names].filter((letter) => !isIn(0, letter))).toEqual([]);
});

test('no letter is in two parts', () => {
  const twice = ranges.flatMap((part, place) =>
    part.flatMap(([first]) =>
      ranges.slice(place + 1).some((_, next) => isIn(place + 1 + next, String.fromCodePoint(first))) ? [first] : [],
    ),
  );
  expect(twice).toEqual([]);
});
