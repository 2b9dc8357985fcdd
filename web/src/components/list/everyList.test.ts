// Rules for the source files of all pages and lists.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(src, name), 'utf8') }));
const withText = (pattern: RegExp) => files.filter(({ text }) => pattern.test(text)).map(({ name }) => name);

test('no page uses a native select, day or number field', () => {
  expect(withText(/<select\b|NativeSelect|type="(date|datetime-local|month|week|time|number)"/)).toEqual([]);
});

test('no page writes HTML markup, so every name is shown as text', () => {
  expect(withText(/dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcdoc/i)).toEqual(
    [],
  );
});

test('every list has columns and views of its own', () => {
  const calls = files.flatMap(({ text }) =>
    [...text.matchAll(/\b(?:defineList)(?:<[^(]*>)?\(\{\s*call: '([^']+)'/g)].map(([, call]) => call!),
  );
  expect(calls.length).toBeGreaterThanOrEqual(withText(/<ListPage\b/).length);
  expect(new Set(calls).size).toBe(calls.length);
});
