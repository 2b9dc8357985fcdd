// Words that must not return to names of exports and to comments: each has a standard term, which a newcomer would search for.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = dirname(dirname(import.meta.dirname));

/** The word that is not used, and what to write instead. */
const STANDARD_TERMS: Record<string, string> = {
  asked: 'requested, request',
  asker: 'requester, viewer',
  believed: 'plausible',
  beside: 'compared with, peers',
  bone: 'skeleton',
  bones: 'skeleton',
  care: 'service assignment',
  carry: 'state',
  deed: 'action',
  dialect: 'protocol, adapter',
  door: 'handler, context',
  fold: 'aggregate',
  heard: 'reported, last upload',
  keep: 'store',
  letter: 'email',
  lying: 'orientation',
  news: 'notifications',
  noSuch: 'notFound',
  nudge: 'notification',
  paper: 'layout',
  refold: 'recompute',
  said: 'given, set',
  seen: 'accessible, visible',
  stands: 'valid',
  sweep: 'expire, clean up',
  tell: 'send, notify, publish',
  trouble: 'problem, health',
  turned: 'reversed',
  turns: 'rate limiter',
  twin: 'duplicate',
};

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const word = Object.keys(STANDARD_TERMS).join('|');
const laterWord = Object.keys(STANDARD_TERMS).map(capitalized).join('|');
/** A whole word of a camel-case or upper-case name. */
const PRIVATE = new RegExp(
  `^(${word})(?![a-z])|(?<=[a-z0-9])(${laterWord})(?![a-z])|^(${laterWord})(?![a-z])|(?<![A-Z])(${word.toUpperCase()})(?![A-Z])`,
);
const EXPORTED = /^export (?:default )?(?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;

test.each([
  ['askedDay', true],
  ['heldAsked', true],
  ['Carry', true],
  ['NUDGE_CHANNEL', true],
  ['takeCareOf', true],
  ['careful', false],
  ['newsletter', false],
  ['outdoor', false],
  ['unfolded', false],
  ['STANDSTILL_S', false],
])('%s is a name with a private word: %s', (name, isPrivate) => {
  expect(PRIVATE.test(name)).toBe(isPrivate);
});

test('exports are named in standard terms', () => {
  // Names of calls follow their paths, which client programs use.
  const files = globSync('{contract,server,simulator,web}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.') && !/^(contract|server)\/src\/calls\//.test(file),
  );
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(EXPORTED)].flatMap(([, name = '']) => {
      const match = PRIVATE.exec(name)?.[0];
      if (match === undefined) return [];
      const term = Object.entries(STANDARD_TERMS).find(([each]) => each.toLowerCase() === match.toLowerCase());
      return [`${file}: ${name} (standard: ${term?.[1]})`];
    }),
  );
  expect(found).toEqual([]);
});

/** Phrases of comments in which things speak, or which need a second reading. */
const PRIVATE_PHRASES =
  /\b(whoever|hangs? on|(is|are|was|were) told|tells|asks who|nobody is asked|stands? (behind|below|beside|at the))\b/i;
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*) (.*)/;

test.each([
  ['// What hangs on it stays.', true],
  ['  /** The device tells its version. */', true],
  ['// Whoever is told again.', true],
  ['// Reports its version.', false],
  ["const text = 'whoever';", false],
])('%s is a comment with a private phrase: %s', (line, isPrivate) => {
  expect(PRIVATE_PHRASES.test(COMMENT.exec(line)?.[1] ?? '')).toBe(isPrivate);
});

test('comments are in plain English', () => {
  const files = globSync('{contract,server,simulator,web}/{src,test,e2e}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.endsWith('words.test.ts'),
  );
  expect(files.length).toBeGreaterThan(2000);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        PRIVATE_PHRASES.test(COMMENT.exec(line)?.[1] ?? '') ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );
  expect(found).toEqual([]);
});
