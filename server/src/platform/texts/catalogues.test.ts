// The server's words: no language fills in what English does not, and each placeholder stands in single braces.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import { messageText } from './translate.ts';
import zh from './zh.json' with { type: 'json' };

function flat(node: unknown, path = ''): [string, string][] {
  return Object.entries(node as Record<string, unknown>).flatMap(([key, value]) =>
    typeof value === 'string' ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
}
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
/** Languages differ in how many forms of plural they have. */
const oneForm = (key: string) => key.replace(/_(one|other)$/, '');
const known = new Map<string, Set<string>>();
for (const [key, text] of flat(en))
  known.set(oneForm(key), new Set([...(known.get(oneForm(key)) ?? []), ...placeholders(text)]));

it.each([
  ['en', en],
  ['de', de],
  ['zh', zh],
])('%s: each placeholder is one of English, in single braces', (_language, catalogue) => {
  const wrong = flat(catalogue).filter(
    ([key, text]) => /\{\{|\}\}/.test(text) || placeholders(text).some((name) => !known.get(oneForm(key))?.has(name)),
  );
  expect(wrong).toEqual([]);
});

it('what a value says is never read as a text with placeholders, nor as a pattern', () => {
  const field = '{reason} {field} $& $1 %s %n';
  const said = messageText('en', 'refusals.badRequest', { field, reason: 'secret' });
  expect(said).toContain(field);
  expect(said.split('secret')).toHaveLength(2);
});

/** What stands in the brackets that open before `from`. */
function inBrackets(code: string, from: number): string {
  let depth = 1;
  let end = from;
  while (depth > 0 && end < code.length) depth += { '(': 1, ')': -1 }[code[end++]!] ?? 0;
  return code.slice(from, end - 1);
}

it('whoever refuses gives what the message of the refusal names', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = globSync('**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] });
  const refusals: Record<string, string> = en.refusals;
  const looked = new Set<string>();
  const forgotten = files.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return [...code.matchAll(/new Refusal\(/g)].flatMap(({ index }) => {
      const said = inBrackets(code, index + 'new Refusal('.length);
      const word = /^\s*'(\w+)'/.exec(said)?.[1];
      if (word === undefined || said.includes('...')) return [];
      looked.add(word);
      const values = said.slice(said.indexOf(word) + word.length);
      const isGiven = (name: string) => new RegExp(`\\b${name}\\b`).test(values) || /,\s*\w+\s*$/.test(values);
      return placeholders(refusals[word] ?? '')
        .filter((name) => !isGiven(name))
        .map((name) => `${file}: ${word} {${name}}`);
    });
  });
  expect(forgotten).toEqual([]);
  // It finds them at all.
  expect(looked.size).toBeGreaterThan(150);
});
