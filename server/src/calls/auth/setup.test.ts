// auth/setup: the printed link makes one administrator, once.
import { expect, test } from 'vitest';
import { testServer } from '../../../test/testServer.ts';
import { newSetupLink } from '../../accounts/setupLink.ts';

const { ask, call, context, sql } = await testServer({ PUBLIC_URL: 'https://solar.example.com' });

async function newSecret(): Promise<string> {
  const link = new URL((await newSetupLink(context))!);
  expect(link.origin + link.pathname).toBe('https://solar.example.com/setup');
  // Behind the #: it stays in the browser and in no log of a proxy.
  expect(link.search).toBe('');
  return new URLSearchParams(link.hash.slice(1)).get('secret')!;
}
const person = { email: 'First@Example.com', password: 'a long first password' };

test('auth/setup refuses before there is a link, a wrong secret, and one that a newer start replaced', async () => {
  expect((await call('auth/setup', { secret: 'x'.repeat(32), ...person })).code).toBe(1020);
  const older = await newSecret();
  await newSecret();
  expect((await call('auth/setup', { secret: older, ...person })).code).toBe(1020);
  expect((await sql`select from users`).length).toBe(0);
});

test('of two people with the link at once, one becomes the administrator', async () => {
  const secret = await newSecret();
  const [stored] = await sql`select value::text as value from settings where name = 'setup'`;
  expect(stored!.value).not.toContain(secret);
  const emails = ['first@example.com', 'second@example.com'];
  const codes = await Promise.all(
    emails.map(async (email) => (await call('auth/setup', { secret, email, password: person.password })).code),
  );
  expect(new Set(codes)).toEqual(new Set([200, 1020]));
  const account = emails[codes.indexOf(200)]!;
  const { userInfo } = await ask('sign-in', { account, password: person.password });
  expect(userInfo).toMatchObject({ groupName: 'Administrator', isCompanyOwner: 1 });
  expect((await call('auth/setup', { secret, ...person })).code).toBe(1020);
});

test('with a user there is no link any more', async () => {
  expect(await newSetupLink(context)).toBeNull();
});

test('a short password and guessing are refused', async () => {
  const secret = 'x'.repeat(32);
  expect((await call('auth/setup', { secret, ...person, password: 'short' })).code).toBe(400);
  const codes = [];
  for (let n = 0; n < 11; n++) codes.push((await call('auth/setup', { secret, ...person })).code);
  expect(codes).toContain(1000);
});

test('a common password, the own e-mail and the name of the portal are refused', async () => {
  await sql`truncate tries`;
  const secret = 'x'.repeat(32);
  const code = async (password: string) => (await call('auth/setup', { secret, ...person, password })).code;
  expect(await code('1234567890Ab')).toBe(1020);
  expect(await code('QWERTY123456')).toBe(1341);
  expect(await code('first@example.com')).toBe(1342);
});
