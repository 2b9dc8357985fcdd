// Draft of a limit rule: when it can be saved, and the request it produces.
import { expect, test } from 'vitest';
import { draftOf, isSound, type RuleDraft, ruleOf } from './ruleDraft.ts';

const start = draftOf(null);

test.each<[string, Partial<RuleDraft>, boolean]>([
  ['accepts the rule that a new plant starts with', {}, true],
  ['refuses a feed-in limit that is empty', { most: '' }, false],
  ['refuses more than 100 per cent', { most: 101 }, false],
  ['accepts more than 100 watts', { most: 101, mostUnit: 'W' }, true],
  ['refuses a safe limit that is not a whole percentage', { safePercent: 60.5 }, false],
  ['refuses a price rule without a price', { kind: 'price', below: '' }, false],
  ['refuses a price rule whose price is no number', { kind: 'price', below: Number.NaN }, false],
  ['accepts a price rule for negative prices', { kind: 'price', below: -0.01, most: '' }, true],
  ['accepts no rule whatever the fields hold', { kind: 'none', safePercent: '' }, true],
])('%s', (_, part, sound) => {
  expect(isSound({ ...start, ...part })).toBe(sound);
});

test('sends only the fields of its kind, and no meter for a plant without one', () => {
  expect(ruleOf({ ...start, byMeter: true }, false)).toEqual({
    kind: 'feedIn',
    most: 60,
    mostUnit: '%',
    byMeter: false,
    safePercent: 60,
  });
  expect(ruleOf({ ...start, kind: 'price' }, true)).toEqual({
    kind: 'price',
    priceOf: 'sold',
    below: 0,
    limitPercent: 0,
    safePercent: 60,
  });
  expect(ruleOf({ ...start, kind: 'none', safePercent: '' }, true)).toEqual({ kind: 'none' });
});
