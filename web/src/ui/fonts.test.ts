// The first subset of Inter contains every character of our own texts and figures, so that most pages load no other.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
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

const EUROPEAN = LANGUAGES.map(({ code }) => code).filter((code) => !['zh', 'ja'].includes(code));

/** Characters that Inter does not have, or Greek ones in a few formulas. */
const EXCEPTIONS = ['₂', 'φ'];

test.each(EUROPEAN)('the texts in %s need only the first subset', (language) => {
  const texts = ['catalogues', 'guides']
    .map((folder) => readFileSync(join(src, `i18n/${folder}/${language}.json`), 'utf8'))
    .join('');
  const letters = new Set([...texts].filter((letter) => letter >= ' '));
  expect(letters.size).toBeGreaterThan(40);
  expect([...letters].filter((letter) => !isIn(0, letter) && !EXCEPTIONS.includes(letter))).toEqual([]);
});

test('common names of plants and places in Europe need only the first subset', () => {
  const names =
    'Fyrisgården Évora Valparaíso Casa Flamboyán Edifício Graças Mérida Kraków Tromsø Saint-Étienne Forêt España Århus À Ñ Łódź Győr Hernő Zürich Íñigo Çelik Øresund';
  expect([...names].filter((letter) => !isIn(0, letter))).toEqual([]);
});

test('no character is in two subsets', () => {
  const duplicates = ranges.flatMap((part, index) =>
    part.flatMap(([first]) =>
      ranges.slice(index + 1).some((_, next) => isIn(index + 1 + next, String.fromCodePoint(first))) ? [first] : [],
    ),
  );
  expect(duplicates).toEqual([]);
});
