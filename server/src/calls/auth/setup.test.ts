// auth/setup: the printed link creates one administrator, once.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';
import { newSetupLink } from '../../accounts/setupLink.ts';

const { ask, call, context, sql } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });

async function newSecret(): Promise<string> {
  const link = new URL((await newSetupLink(context))!);
  expect(link.origin + link.pathname).toBe('https://solar.example.com/setup');
  // Behind the #, so that it stays in the browser and out of proxy logs.
  expect(link.search).toBe('');
  return new URLSearchParams(link.hash.slice(1)).get('secret')!;
}
const person = { email: 'First@Example.com', password: 'a long first password' };

test('refuses setup without a link and with a wrong secret', async () => {
  expect((await call('auth/setup', { secret: 'x'.repeat(32), ...person })).code).toBe(1020);
  await newSecret();
  expect((await call('auth/setup', { secret: 'x'.repeat(32), ...person })).code).toBe(1020);
  expect((await sql`select from users`).length).toBe(0);
});

test('creates one administrator when two people use the links of two servers at once', async () => {
  const secrets = [await newSecret(), await newSecret()];
  const secret = secrets[0]!;
  const [stored] = await sql`select value::text as value from settings where name = 'setup'`;
  expect(stored!.value).not.toContain(secret);
  const emails = ['first@example.com', 'second@example.com'];
  const codes = await Promise.all(
    emails.map(
      async (email, n) => (await call('auth/setup', { secret: secrets[n]!, email, password: person.password })).code,
    ),
  );
  expect(new Set(codes)).toEqual(new Set([200, 1020]));
  const account = emails[codes.indexOf(200)]!;
  const { userInfo } = await ask('sign-in', { account, password: person.password });
  expect(userInfo).toMatchObject({ groupName: 'Administrator', isCompanyOwner: 1 });
  expect((await call('auth/setup', { secret, ...person })).code).toBe(1020);
});

test('offers no setup link once a user exists', async () => {
  expect(await newSetupLink(context)).toBeNull();
});

test('refuses a short password, and limits guessing', async () => {
  const secret = 'x'.repeat(32);
  expect((await call('auth/setup', { secret, ...person, password: 'short' })).code).toBe(400);
  const codes = [];
  for (let n = 0; n < 11; n++) codes.push((await call('auth/setup', { secret, ...person })).code);
  expect(codes).toContain(1000);
});

test('refuses a common password, the user’s email address and the product name', async () => {
  await sql`truncate tries`;
  const secret = 'x'.repeat(32);
  const code = async (password: string) => (await call('auth/setup', { secret, ...person, password })).code;
  expect(await code('1234567890Ab')).toBe(1020);
  expect(await code('QWERTY123456')).toBe(1341);
  expect(await code('first@example.com')).toBe(1342);
});
