// Tests the client address: a forwarded address is used only if a trusted proxy sends it and it is valid.
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';

const { call, sql } = await testServer({ TRUST_PROXY: '127.0.0.1,10.0.0.0/8' });
await makeUser(sql, { email: 'via@example.com', passwordHash: await hashPassword('right one') });

async function seenAs(forwarded: string, address = '127.0.0.1'): Promise<string> {
  await sql`truncate tries`;
  const headers = { 'x-forwarded-for': forwarded };
  const answer = await call('sign-in', { account: 'via@example.com', password: 'right one' }, { headers, address });
  expect(answer.code).toBe(200);
  const [session] = await sql<{ address: string }[]>`select address from sessions order by id desc limit 1`;
  return session!.address;
}

test('uses the last forwarded address that is no trusted proxy, in canonical form', async () => {
  expect(await seenAs('198.51.100.9')).toBe('198.51.100.9');
  expect(await seenAs('203.0.113.1, 198.51.100.9, 10.1.2.3')).toBe('198.51.100.9');
  expect(await seenAs('::ffff:198.51.100.9')).toBe('198.51.100.9');
  expect(await seenAs('2001:DB8::0:1')).toBe('2001:db8::1');
});

test.each([
  'unknown',
  '198.51.100.9:443',
  '[2001:db8::1]:443',
  'fe80::1%eth0',
  "'; drop table users",
  'a'.repeat(10_000),
  `fe80::1%${'a'.repeat(10_000)}`,
  `${'198.51.100.9, '.repeat(600)}junk`,
  '198.51.100.9\0',
])('ignores a forwarded value that is no address: %s', async (forwarded) => {
  expect(await seenAs(forwarded)).toBe('127.0.0.1');
});

test('ignores forwarded addresses from untrusted clients', async () => {
  expect(await seenAs('198.51.100.9', '192.0.2.1')).toBe('192.0.2.1');
});
