// Shipped packages have licences that require nothing of an operator except their text, according to the lock file. NOTICE names third-party files in this repository.
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { matchesGlob, resolve } from 'node:path';
import { expect, test } from 'vitest';

interface Package {
  version?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  devOptional?: boolean;
}

const FREE = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
];

/** Licences stated only in the package's LICENSE file. */
const IN_ITS_FILE: Record<string, { version: string; licence: string }> = {
  'node_modules/png-js': { version: '2.0.0', licence: 'MIT' },
};

/** Whether a licence expression is free: one of an OR, all of an AND. */
function isFree(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isFree);
  return plain.split(' AND ').every((one) => FREE.includes(one));
}

/** Separate libraries that a user can replace, which is all that their licence requires. */
const APART = /^node_modules\/@img\/sharp-/;
const isLesser = (licence: string): boolean =>
  licence.split(' AND ').every((one) => one === 'LGPL-3.0-or-later' || isFree(one));

test('every shipped package has a licence known to be free', () => {
  const lock = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package-lock.json'), 'utf8'));
  const shipped = Object.entries(lock.packages as Record<string, Package>).filter(
    ([path, { link, dev, devOptional }]) => path.includes('node_modules/') && !link && !dev && !devOptional,
  );
  expect(shipped.length).toBeGreaterThan(100);
  expect(
    shipped
      .filter(([path, { license, version }]) => {
        const known = IN_ITS_FILE[path];
        const licence = license ?? (known?.version === version ? known!.licence : '');
        return !isFree(licence) && !(APART.test(path) && isLesser(licence));
      })
      .map(([path, { license }]) => [path, license]),
  ).toEqual([]);
});

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

test('LICENSE is the unmodified Apache License 2.0, and every workspace names it', () => {
  // Of https://www.apache.org/licenses/LICENSE-2.0.txt.
  expect(createHash('sha256').update(read('LICENSE')).digest('hex')).toBe(
    'cfc7749b96f63bd31c3c42b5c471bf756814053e847c10f3eb003417bc523d30',
  );
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  for (const folder of ['.', ...workspaces])
    expect(JSON.parse(read(`${folder}/package.json`)), folder).toMatchObject({ license: 'Apache-2.0' });
});

test('NOTICE names files and licence texts that exist, every font, and every licence text in the repository', () => {
  const notice = read('NOTICE');
  const named = [...notice.matchAll(/^(?: {2}Files: {6}| {14})([\w-]+\/\S+[^\s)])$/gm)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(6);
  for (const path of named) expect(globSync(path, { cwd: root }), path).not.toEqual([]);
  const texts = [...notice.matchAll(/text in ([\w./-]+\w)/g)].map(([, path]) => path!);
  expect(texts.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
  const exclude = (path: string): boolean => /(^|\/)(node_modules|dist)$/.test(path);
  const files = (pattern: string): string[] =>
    globSync(pattern, { cwd: root, exclude }).map((path) => path.replaceAll('\\', '/'));
  expect(
    files('{contract,server,simulator,web}/**/*.{woff,woff2,ttf,otf}').filter(
      (path) => !named.some((pattern) => matchesGlob(path, pattern)),
    ),
  ).toEqual([]);
  expect(files('{contract,server,simulator,web}/**/*LICENSE*').toSorted()).toEqual(texts.toSorted());
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['MIT AND AGPL-3.0-only', false],
  ['GPL-2.0', false],
  ['SEE LICENSE IN x', false],
  ['', false],
])('%j: %s', (licence, free) => expect(isFree(licence)).toBe(free));
