// What ships is under licences that ask nothing of an operator but their text: told by the lock file, with no package unread.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
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

/** Said in the package's own LICENSE alone. */
const IN_ITS_FILE: Record<string, { version: string; licence: string }> = {
  'node_modules/png-js': { version: '2.0.0', licence: 'MIT' },
};

/** Of a choice one is enough, of a sum all are needed. */
function isFree(licence: string): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isFree);
  return plain.split(' AND ').every((one) => FREE.includes(one));
}

/** A library of its own beside the code that calls it, which anyone may put another in place of: more its licence does not ask. */
const APART = /^node_modules\/@img\/sharp-/;
const isLesser = (licence: string): boolean =>
  licence.split(' AND ').every((one) => one === 'LGPL-3.0-or-later' || isFree(one));

test('no package that ships is under a licence that is not known to be free', () => {
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

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['MIT AND AGPL-3.0-only', false],
  ['GPL-2.0', false],
  ['SEE LICENSE IN x', false],
  ['', false],
])('%j: %s', (licence, free) => expect(isFree(licence)).toBe(free));
