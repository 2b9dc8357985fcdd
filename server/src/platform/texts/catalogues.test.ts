// Tests that every language of the server has the texts and placeholders of English, and that placeholders are in single braces.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { LANGUAGES } from '@heliograph/contract/envelope.ts';
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
/** Returns the placeholders of a key in English, of both forms of a plural. */
const englishPlaceholders = (key: string) =>
  ['one', 'other'].flatMap((form) => placeholders(english.get(key.replace(/_(one|other)$/, `_${form}`)) ?? ''));

const files = globSync('*.json', { cwd: import.meta.dirname }).map((file) => {
  const catalogue: unknown = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
  return [file.replace('.json', ''), flat(catalogue)] as const;
});

describe.each(files)('%s', (language, texts) => {
  it('is named after a language of the contract', () => {
    expect(LANGUAGES.map(({ code }) => code)).toContain(language);
  });
  it('has the same keys as English, and no empty text', () => {
    const own = new Map(texts.filter(([, text]) => text.trim() !== ''));
    expect([...english.keys()].flatMap((key) => (own.has(key) ? [] : [`${language} lacks ${key}`]))).toEqual([]);
    expect(texts.flatMap(([key]) => (english.has(key) ? [] : [`${language} has ${key}, English has not`]))).toEqual([]);
  });
  it('has the placeholders of English, in single braces', () => {
    const wrong = texts.flatMap(([key, text]) => {
      // A plural form may omit the number: "yesterday".
      const isPlural = /_(one|other)$/.test(key);
      const isSame = isPlural
        ? placeholders(text).every((name) => englishPlaceholders(key).includes(name))
        : new Set(placeholders(text)).symmetricDifference(new Set(englishPlaceholders(key))).size === 0;
      return isSame && !/\{\{|\}\}/.test(text) ? [] : [`${language}: ${key}: ${text}`];
    });
    expect(wrong).toEqual([]);
  });
});

it('a language without a file reads English', () => {
  const without = LANGUAGES.filter(({ code }) => files.every(([language]) => language !== code));
  for (const { code } of without) expect(messageText(code, 'success'), code).toBe(en.success);
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
