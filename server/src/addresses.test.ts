// Addresses: what is one, and which network counts.
import { expect, test } from 'vitest';
import { networkOf, plainAddress } from './addresses.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:C000:201', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::1', '::1'],
  ['::', '::'],
] as const)('%s is written %s', (given, written) => {
  expect(plainAddress(given)).toBe(written);
});

test.each([
  undefined,
  '',
  'unknown',
  '192.0.2.1:8080',
  '[2001:db8::1]',
  '[2001:db8::1]:443',
  '192.0.2.256',
  '192.0.2.1\0',
  'fe80::1%eth0',
  `fe80::1%${'a'.repeat(5000)}`,
  "'; drop table users",
])('%s is no address', (given) => {
  expect(plainAddress(given)).toBeUndefined();
});

test('an IPv6 address counts as its /64, or as its /48; an IPv4 address as itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::')).toBe(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(networkOf('2001:db8:1:3::')).not.toBe(networkOf('2001:db8:1:2::'));
  expect(networkOf('2001:db8:1:2::1', 48)).toBe('2001:db8:1::/48');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('junk')).toBe('');
});
