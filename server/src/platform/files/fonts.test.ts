// Tests that the fonts of PDFs have the letters of every language, and of names in other scripts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import { expect, test } from 'vitest';
import { fontFacesFor } from './fonts.ts';

const fileOf = (language: string) => join(import.meta.dirname, `../texts/${language}.json`);
const languages = LANGUAGES.map(({ code }) => code);

const namesOf = async (...args: Parameters<typeof fontFacesFor>) =>
  (await fontFacesFor(...args)).plain.map(({ name }) => /noto-sans-(\w+)/.exec(name)![1]);

test.each(languages)('PDFs in %s have every letter of its texts', async (language) => {
  const text = readFileSync(fileOf(language), 'utf8');
  const { plain, bold } = await fontFacesFor(language, [text]);
  const letters = [...new Set(text)].filter((letter) => letter > ' ');
  expect(letters.length).toBeGreaterThan(30);
  for (const faces of [plain, bold]) {
    const has = (letter: string) => faces.some((face) => face.has(letter.codePointAt(0)!));
    // The subscript of CO₂ and narrow spaces are written in their plain form (pdf.ts).
    expect(letters.filter((letter) => !has(letter) && !has(letter.normalize('NFKC')))).toEqual([]);
  }
});

test('a Japanese document draws names as in Japan, and any other only loads a font of that size for a name that needs it', async () => {
  expect(await namesOf('ja', [])).toContain('jp');
  expect(await namesOf('ja', ['髙橋発電所'])).toEqual([...(await namesOf('en', [])), 'jp', 'sc']);
  expect(await namesOf('en', ['Dachwerk GmbH'])).not.toContain('sc');
  expect(await namesOf('en', ['太陽光発電'])).toContain('sc');
  expect(await namesOf('en', ['かすみがうら'])).not.toContain('jp');
});
