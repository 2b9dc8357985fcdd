// Every test named in docs/operate/security.md and docs/operate/asvs.md exists, and asvs.md has every requirement once.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, 'docs/operate', name), 'utf8');
const tests = globSync('{contract,server,simulator,web}/{src,test,e2e}/**/*.{test,spec}.{ts,tsx}', { cwd: root });

test.each(['security.md', 'asvs.md'])('%s names existing tests, each by a path that identifies one file', (name) => {
  const named = [...read(name).matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(20);
  const meant = (path: string) => tests.filter((file) => `/${file}`.endsWith(`/${path}`));
  expect(named.filter((path) => meant(path).length !== 1)).toEqual([]);
});

/** Number of level 1 and 2 requirements in each section of ASVS 5.0.0. */
const SECTIONS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

test('asvs.md has each requirement of levels 1 and 2 once, with a state from its legend', () => {
  const rows = [...read('asvs.md').matchAll(/^\| (\d[\d., to]*) \| [^|]+ \| ([^|]+) \| [^|]+ \|$/gm)];
  expect([...new Set(rows.map(([, , state]) => state))].sort()).toEqual([
    'by reading',
    'holds',
    'n/a',
    'operator',
    'spec decides',
  ]);
  const counts: Record<string, number> = {};
  const ids = rows.flatMap(([, cell]) => cell!.split(', ').flatMap(idsOf));
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  for (const id of ids) {
    const section = id.split('.').slice(0, 2).join('.');
    counts[section] = (counts[section] ?? 0) + 1;
  }
  expect(counts).toEqual(SECTIONS);
});

test('every asvs.md row in state “holds” or “operator” names its test, or refers to the row above', () => {
  const rows = [...read('asvs.md').matchAll(/^\| (\d[\d., to]*) \| [^|]+ \| (?:holds|operator) \| ([^|]+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(100);
  const silent = rows.filter(([, , where]) => !/`[\w./-]+\.(test|spec)\.tsx?`|^the same\b/.test(where!));
  expect(silent.map(([, id]) => id)).toEqual([]);
});

/** Expands "4.4.1 to 4.4.4" into four ids. */
function idsOf(range: string): string[] {
  const [first, last = first] = range.split(' to ') as [string, string?];
  const start = first.split('.').map(Number);
  const end = Number(last.split('.').at(-1));
  return Array.from({ length: end - start[2]! + 1 }, (_, n) => `${start[0]}.${start[1]}.${start[2]! + n}`);
}
