// Tests that every language of the server has the texts and placeholders of English, and that placeholders are in single braces.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LANGUAGES, type LanguageCode, localeOf } from '@heliograph/contract/envelope.ts';
import { describe, expect, it } from 'vitest';
import en from './en.json' with { type: 'json' };
import { messageText } from './translate.ts';

function flat(node: unknown, path = ''): [string, string][] {
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
}
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
const english = new Map(flat(en));
/** Languages have different numbers of plural forms, so forms of a key count as one. */
const oneForm = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
/** Returns the placeholders of a key in English, of both forms of a plural. */
const englishPlaceholders = (key: string) =>
  [key, ...['one', 'other'].map((form) => `${oneForm(key)}_${form}`)].flatMap((form) =>
    placeholders(english.get(form) ?? ''),
  );
const counted = new Set([...english.keys()].filter((key) => oneForm(key) !== key).map(oneForm));

const files = globSync('*.json', { cwd: import.meta.dirname }).map((file) => {
  const catalogue: unknown = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
  return [file.replace('.json', ''), flat(catalogue)] as const;
});

describe.each(files)('%s', (language, texts) => {
  it('is named after a language of the contract', () => {
    expect(LANGUAGES.map(({ code }) => code)).toContain(language);
  });
  it('has the same keys as English, and no empty text', () => {
    const own = new Set(texts.filter(([, text]) => text.trim() !== '').map(([key]) => oneForm(key)));
    const keys = new Set([...english.keys()].map(oneForm));
    const isBased = LANGUAGES.some((each) => each.code === language && 'base' in each);
    expect([...keys].flatMap((key) => (own.has(key) || isBased ? [] : [`${language} lacks ${key}`]))).toEqual([]);
    expect([...own].flatMap((key) => (keys.has(key) ? [] : [`${language} has ${key}, English has not`]))).toEqual([]);
  });
  it('has the plural forms that it counts with', () => {
    const plurals = new Intl.PluralRules(localeOf(language as LanguageCode));
    const forms = [...new Set(Array.from({ length: 200 }, (_, count) => plurals.select(count)))];
    const own = new Map(texts);
    const missing = [...counted]
      // A text without forms fits any number.
      .filter((key) => texts.some(([each]) => each !== key && oneForm(each) === key))
      .flatMap((key) => forms.map((form) => `${key}_${form}`).filter((form) => !own.has(form)));
    expect(missing).toEqual([]);
  });
  it('has the placeholders of English, in single braces', () => {
    const wrong = texts.flatMap(([key, text]) => {
      // A plural form may omit the number: "yesterday".
      const isPlural = counted.has(oneForm(key));
      const isSame = isPlural
        ? placeholders(text).every((name) => englishPlaceholders(key).includes(name))
        : new Set(placeholders(text)).symmetricDifference(new Set(englishPlaceholders(key))).size === 0;
      return isSame && !/\{\{|\}\}/.test(text) ? [] : [`${language}: ${key}: ${text}`];
    });
    expect(wrong).toEqual([]);
  });
});

it('every language of the contract has texts', () => {
  expect(files.map(([language]) => language).sort()).toEqual(LANGUAGES.map(({ code }) => code).sort());
});

it('a count chooses the plural form of the language', () => {
  const minutes = (language: LanguageCode, count: number) => messageText(language, 'ages.minutes', { count });
  expect([minutes('en', 1), minutes('en', 2), minutes('de', 1), minutes('zh', 1)]).toEqual([
    ...['1 minute ago', '2 minutes ago', 'Vor 1 Minute', '1 分钟前'],
  ]);
  expect([1, 3, 5, 22].map((count) => minutes('pl', count))).toEqual([
    ...['1 minutę temu', '3 minuty temu', '5 minut temu', '22 minuty temu'],
  ]);
  expect(minutes('es', 1_000_000)).toBe('Hace 1000000 minutos');
  expect(messageText('gb', 'eventCodes.weakModule')).toBe('Module produces less than its neighbours');
});

it('what a value says is never read as a text with placeholders, nor as a pattern', () => {
  const field = '{reason} {field} $& $1 %s %n';
  const said = messageText('en', 'refusals.badRequest', { field, reason: 'secret' });
  expect(said).toContain(field);
  expect(said.split('secret')).toHaveLength(2);
});

/** Returns the text in the brackets that open before `from`. */
function inBrackets(code: string, from: number): string {
  let depth = 1;
  let end = from;
  while (depth > 0 && end < code.length) depth += { '(': 1, ')': -1 }[code[end++]!] ?? 0;
  return code.slice(from, end - 1);
}

it('each thrown error has the values that its message names', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const messages: Record<string, string> = en.refusals;
  const looked = new Set<string>();
  const forgotten = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return [...code.matchAll(/new ApiError\(/g)].flatMap(({ index }) => {
      const said = inBrackets(code, index + 'new ApiError('.length);
      const word = /^\s*'(\w+)'/.exec(said)?.[1];
      if (word === undefined || said.includes('...')) return [];
      looked.add(word);
      const values = said.slice(said.indexOf(word) + word.length);
      const isGiven = (name: string) => new RegExp(`\\b${name}\\b`).test(values) || /,\s*\w+\s*$/.test(values);
      return placeholders(messages[word] ?? '')
        .filter((name) => !isGiven(name))
        .map((name) => `${file}: ${word} {${name}}`);
    });
  });
  expect(forgotten).toEqual([]);
  // Guards against a pattern that matches nothing.
  expect(looked.size).toBeGreaterThan(150);
});
