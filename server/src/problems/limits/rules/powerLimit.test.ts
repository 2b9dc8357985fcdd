// Which power limits nobody wants: those that no command of a person and no feed-in limit of the plant explains.
import { expect, test } from 'vitest';
import { type HeldLimit, isUnwanted } from './powerLimit.ts';

const HELD: HeldLimit = { percent: 60, sent: null, feedInLimitW: null, allowedW: 6000 };
const byPerson = (percent: number) => ({ percent, byRule: false });
const byRule = (percent: number) => ({ percent, byRule: true });

test.each<[boolean, string, Partial<HeldLimit>]>([
  [true, 'which nobody has sent', {}],
  [true, 'of nothing at all', { percent: 0 }],
  [false, 'that is none', { percent: 100 }],
  [false, 'that is none but for rounding', { percent: 99.6 }],
  [false, 'which a person has sent', { sent: byPerson(60) }],
  [false, 'which a person has sent, as the device rounds it', { percent: 59.7, sent: byPerson(60) }],
  [true, 'that a person has lifted since, in vain', { sent: byPerson(100) }],
  [true, 'that a rule left behind', { sent: byRule(60) }],
  [false, 'that fits the feed-in limit of the plant', { feedInLimitW: 6000 }],
  [true, 'below the feed-in limit of the plant', { feedInLimitW: 6500 }],
  [false, 'in a plant that may feed in nothing', { feedInLimitW: 0 }],
])('is unwanted: %s, a limit %s', (expected, _case, held) => {
  expect(isUnwanted({ ...HELD, ...held })).toBe(expected);
});
