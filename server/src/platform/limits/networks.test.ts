// Tests addresses: parsing, canonical form, the public internet, and the network that limits count by.
import { expect, test } from 'vitest';
import { canonicalAddress, isPublicAddress, networkOf } from './networks.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:C000:201', '192.0.2.1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::1', '::1'],
  ['::', '::'],
] as const)('returns the canonical form of %s: %s', (text, canonical) => {
  expect(canonicalAddress(text)).toBe(canonical);
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
])('rejects %j as an address', (text) => {
  expect(canonicalAddress(text)).toBeUndefined();
});

test('counts an IPv6 address as its /64 or /48, and an IPv4 address as itself', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(networkOf('2001:db8:1:2::')).toBe(networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
  expect(networkOf('2001:db8:1:3::')).not.toBe(networkOf('2001:db8:1:2::'));
  expect(networkOf('2001:db8:1:2::1', 48)).toBe('2001:db8:1::/48');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(networkOf('junk')).toBe('');
});

test.each([
  ...[
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...[
    '192.0.0.1',
    '192.0.2.7',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::7f00:1',
  ],
  ...['2001:db8::1', '2001::1', '2002:7f00:1::', '3fff::1', 'fd00:ec2::254', 'localhost', '', '1.2.3'],
])('does not accept %j as a public address', (address) => expect(isPublicAddress(address)).toBe(false));

test.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '::ffff:9.9.9.9', '2606:4700:4700::1111', '2a00:1450::1'])(
  'accepts %s as a public address',
  (address) => expect(isPublicAddress(address)).toBe(true),
);
