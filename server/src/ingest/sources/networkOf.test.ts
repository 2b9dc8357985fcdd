// The source of an address is one customer line; allowed ranges include the addresses within them.
import { expect, test } from 'vitest';
import { isAllowedSource, sourceOf } from './networkOf.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ['nonsense', 'nonsense'],
  ['a:b', 'a:b'],
])('the source of address %s is %s', (address, source) => expect(sourceOf(address)).toBe(source));

test.each<[string[], string, boolean]>([
  [[], '192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.7', true],
  [['192.0.2.7'], '::ffff:192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.8', false],
  [['192.0.2.0/24', '2001:db8:1:2::/64'], '192.0.2.8', true],
  [['192.0.2.0/24', '2001:db8:1:2::/64'], '2001:db8:1:2::99', true],
  [['192.0.2.0/24', '2001:db8:1:2::/64'], '2001:db8:1:3::99', false],
  [['192.0.2.0/24'], 'nonsense', false],
])('the allowed sources %j include %s: %s', (allowed, address, isAllowed) =>
  expect(isAllowedSource(allowed, address)).toBe(isAllowed),
);
