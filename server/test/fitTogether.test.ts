// docs/integrate/api.md lists the fields that are checked together, for every call with such a check, with codes that the calls declare.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Call } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { bare, defOf } from './requestFields.ts';

const table = calls as Record<string, Call>;
const text = readFileSync(resolve(import.meta.dirname, '../../docs/integrate/api.md'), 'utf8');
const section = text.split('## Fields that are checked together\n')[1]!.split('\n## ')[0]!;
const rows = [...section.matchAll(/^\| ([^|]+) \| (`[^|]+) \| ([^|]+) \|$/gm)].map(([, what, named, codes]) => ({
  what: what!,
  paths: [...named!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!),
  codes: codes!.split(', ').map(Number),
}));

/** Whether the schema, or an object or list in it, has a check of several fields. */
function isChecked(given: z.ZodType): boolean {
  const schema = bare(given);
  const { shape, element, options, checks = [] } = defOf(schema);
  const isWhole = (shape || element) !== undefined;
  if (isWhole && checks.some(({ _zod }) => _zod.def.check === 'custom')) return true;
  return [...Object.values(shape ?? {}), ...(element ? [element] : []), ...(options ?? [])].some(isChecked);
}

test('every call whose fields are checked together is listed', () => {
  const checked = Object.keys(table).filter((path) => isChecked(table[path]!.request));
  expect(checked.length).toBeGreaterThan(12);
  const named = new Set(rows.flatMap(({ paths }) => paths));
  expect(checked.filter((path) => !named.has(path))).toEqual([]);
});

test('every entry is a call that declares one of the codes', () => {
  expect(rows.length).toBeGreaterThan(20);
  const wrong = rows.flatMap(({ what, paths, codes }) => {
    const declared = (path: string) => (table[path]?.errors ?? []).map((word) => ERROR_CODES[word] as number);
    return [
      ...paths.filter((path) => !(path in table)),
      ...paths.filter((path) => codes[0] !== 400 && !codes.some((code) => declared(path).includes(code))),
      ...codes.filter((code) => code !== 400 && !paths.some((path) => declared(path).includes(code))),
    ].map((each) => `${each}: ${what}`);
  });
  expect(wrong).toEqual([]);
});
