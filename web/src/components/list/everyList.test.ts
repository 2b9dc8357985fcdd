// What holds for all pages and lists, read from their files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }));
const withText = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test('uses no list, day or number field of the browser’s own', () => {
  expect(withText(/<select\b|NativeSelect|type="(date|datetime-local|month|week|time|number)"/)).toEqual([]);
});

test('writes no markup: each name is text wherever it is shown', () => {
  expect(withText(/dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i)).toEqual(
    [],
  );
});

test('keeps the columns and views of each list apart from those of all others', () => {
  const calls = files.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:defineList)(?:<[^(]*>)?\(\{\s*call: '([^']+)'/g)].map(([, call]) => call!),
  );
  expect(calls.length).toBeGreaterThanOrEqual(withText(/<ListPage\b/).length);
  expect(new Set(calls).size).toBe(calls.length);
});
