// Tests limits of attempts: one count for all servers, kept over restarts, expiring on time, and refusing when attempts cannot be counted.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';
import { countAttempt, countAttempts, resetAttempts } from './rateLimits.ts';

const { call, clock, context, sql, signedIn, beside: secondServer } = await testServer();
const other = await secondServer();
const passwordHash = await hashPassword('right one');
const refused = async (key: string, points?: number) =>
  await countAttempt(context, 'password', key, points).then(
    () => false,
    (error: { word: string }) => error.word,
  );

test('counts attempts over two servers, also when both get them concurrently', async () => {
  await makeUser(sql, { email: 'two@example.com', passwordHash });
  const wrong = { account: 'two@example.com', password: 'wrong' };
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => (n % 2 ? call : other.call)('sign-in', wrong, { address: '192.0.2.1' })),
  );
  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === 401)).toHaveLength(10);
  expect(codes.filter((code) => code === 1000)).toHaveLength(14);
});

test('continues to count after a restart', async () => {
  await makeUser(sql, { email: 'restart@example.com', passwordHash });
  const wrong = { account: 'restart@example.com', password: 'wrong' };
  for (let n = 0; n < 10; n++) await call('sign-in', wrong, { address: '192.0.2.2' });
  const restarted = await secondServer();
  expect((await restarted.call('sign-in', wrong, { address: '192.0.2.2' })).code).toBe(1000);
});

test('ends a window a quarter of an hour after its first attempt, however many follow', async () => {
  for (let n = 0; n < 10; n++) expect(await refused('window')).toBe(false);
  clock.forward(899);
  expect(await refused('window')).toBe('tooManyRequests');
  clock.forward(1);
  for (let n = 0; n < 10; n++) expect(await refused('window')).toBe(false);
  expect(await refused('window')).toBe('tooManyRequests');
});

test('drops a window that was started by a clock far ahead', async () => {
  clock.forward(86_400);
  expect(await refused('ahead', 11)).toBe('tooManyRequests');
  clock.forward(-86_400);
  expect(await refused('ahead')).toBe(false);
});

test('returns the seconds until the window ends, and ends the wait when attempts are reset', async () => {
  await countAttempts(context, { password: 'seconds', setup: 'seconds' }, 10);
  clock.forward(100);
  expect(await countAttempts(context, { password: 'seconds', setup: 'else' })).toEqual({ password: 800, setup: 0 });
  await resetAttempts(context, 'password', 'seconds');
  expect(await refused('seconds')).toBe(false);
});

test('stores keys that reveal neither accounts nor addresses, and counts without overflow', async () => {
  await countAttempt(context, 'signInHere', 'somebody@example.com 192.0.2.3');
  const rows = await sql<{ key: string }[]>`select key from tries`;
  expect(rows.filter(({ key }) => !/^[\w-]{43}$/.test(key))).toEqual([]);
  for (let n = 0; n < 3; n++) await refused('much', 1_000_000_000);
  expect(await refused('much')).toBe('tooManyRequests');
});

test('counts attempts of refused calls, without deadlocks of calls that wait for connections', async () => {
  const token = await signedIn((await makeUser(sql)).id);
  const sn = Array.from({ length: 500 }, (_, n) => `NUMBER${n}`);
  const answers = await Promise.all(Array.from({ length: 30 }, () => call('product/sn', { sn }, { token })));
  const codes = answers.map(({ code }) => code);
  expect(codes.filter((code) => code === 200)).toHaveLength(3);
  expect(codes.filter((code) => code === 1000)).toHaveLength(27);
});

test('refuses a sign-in that cannot be counted', async () => {
  const { id } = await makeUser(sql, { email: 'away@example.com', passwordHash });
  await sql`alter table tries rename to tries_away`;
  expect((await call('sign-in', { account: 'away@example.com', password: 'right one' })).code).toBe(500);
  expect(await sql`select from sessions where user_id = ${id}`).toHaveLength(0);
  await sql`alter table tries_away rename to tries`;
  expect((await call('sign-in', { account: 'away@example.com', password: 'right one' })).code).toBe(200);
});
