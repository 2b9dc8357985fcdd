// Every catalogue says everything English says, with the same placeholders, and leaves nothing empty.
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
import { describe, expect, test } from 'vitest';
import { chooseLanguage } from './language.ts';
import { catalogueOf } from './start.ts';

const files = import.meta.glob<Record<string, unknown>>('./catalogues/**/*.json', { eager: true, import: 'default' });

function flat(node: unknown, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(node as Record<string, unknown>)) {
    const here = path ? `${path}.${key}` : key;
    if (typeof value === 'string') texts.set(here, value);
    else for (const [inner, text] of flat(value, here)) texts.set(inner, text);
  }
  return texts;
}

/** Languages differ in how many plural forms they have, so forms of one key count as one. */
const oneForm = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map((found) => found[1]).sort();
describe.each(Object.entries(files))('%s', (name, catalogue) => {
  const texts = flat(catalogue);
  const english = flat(files[name.replace(/[^/]+$/, 'en.json')]);
  const englishKeys = [...new Set([...english.keys()].map(oneForm))].sort();
  test('is named after a language of the contract', () => {
    expect(LANGUAGES.map(({ code }) => `${code}.json`)).toContain(name.split('/').at(-1));
  });
  test('is there for sign-in and for the pages', () => {
    const file = name.split('/').at(-1);
    expect(Object.keys(files)).toEqual(expect.arrayContaining([`./catalogues/${file}`, `./catalogues/pages/${file}`]));
  });
  test('has the same keys as English', () => {
    expect([...new Set([...texts.keys()].map(oneForm))].sort()).toEqual(englishKeys);
  });
  test('has the same placeholders and no empty text', () => {
    for (const [key, text] of texts) {
      expect(text.trim(), key).not.toBe('');
      const twin = english.get(key) ?? english.get(`${oneForm(key)}_other`) ?? '';
      expect(placeholders(text), key).toEqual(placeholders(twin));
    }
  });
});

test('no text is in both parts of a language', () => {
  const first = flat(files['./catalogues/en.json']);
  expect([...flat(files['./catalogues/pages/en.json']).keys()].filter((key) => first.has(key))).toEqual([]);
});

test('a language without a catalogue falls back to English', () => {
  expect(catalogueOf('gb', ['./catalogues/en.json', './catalogues/de.json'])).toBe('./catalogues/en.json');
  expect(catalogueOf('de')).toBe('./catalogues/de.json');
});

test('the stored language wins over the browser, the browser over English', () => {
  expect(chooseLanguage('zh', 'de-AT')).toBe('zh');
  expect(chooseLanguage(null, 'de-AT')).toBe('de');
  expect(chooseLanguage('klingon', 'sv-SE')).toBe('en');
  expect(chooseLanguage(null, 'en-GB')).toBe('en');
});
