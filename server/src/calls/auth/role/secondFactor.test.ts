// auth/role/secondFactor: roles whose members need a second factor; members without one have two weeks, after which every other call is refused.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { PASSWORD, startSignInServer } from '../../../../test/signInServer.ts';
import { codeOf, makeApiToken } from '../../../../test/signIns.ts';
import { hashPassword } from '../../../accounts/passwords/passwords.ts';

const { app, ask, call, clock, context, sql, signedIn, withPasskey } = await startSignInServer();
const DAY_S = 86_400;
const passwordHash = await hashPassword(PASSWORD);
const administrator = await makeUser(sql, { role: 'administrator' });

/** As if a code had been entered. */
async function signInWithCode(userId: number): Promise<string> {
  const token = await signedIn(userId);
  await sql`update sessions set second_factor = 'code' where user_id = ${userId}`;
  return token;
}
const roleOf = async (code: string) =>
  (await sql<{ id: number; version: number }[]>`select id, version from roles where code = ${code}`)[0]!;
async function setRequirement(code: string, needed: boolean): Promise<void> {
  const { id, version } = await roleOf(code);
  await ask(
    'auth/role/secondFactor',
    { role_id: id, version, needed },
    { token: await signInWithCode(administrator.id) },
  );
}
async function menus(token: string, code = 'installer') {
  const { id } = await roleOf(code);
  return await ask('auth/role/menu/view', { role_id: id }, { token });
}
const overview = (token: string) => call('overview/siteStatusCounts', {}, { token });

test('requires a second factor of administrators and managers of a new portal, and of nobody else', async () => {
  const { list } = await ask('auth/role/list/system', {}, { token: await signInWithCode(administrator.id) });
  const required = list.filter(({ needsSecondFactor }) => needsSecondFactor).map(({ code }) => code);
  expect(required).toEqual(['administrator', 'manager']);
});

test('announces the deadline, then refuses everything but setting up a second factor, and lifts this once it is set up', async () => {
  const { id } = await makeUser(sql, { role: 'installer', companyId: await makeCompany(sql), passwordHash });
  await sql`update memberships set created_at = ${clock.now()} where user_id = ${id}`;
  await setRequirement('installer', true);
  const token = await signedIn(id);
  const by = new Date(clock.now().getTime() + 14 * DAY_S * 1000).toISOString();
  const viewed = await menus(token);
  expect(viewed.secondFactor).toEqual({ byIso: by, isOver: false });
  expect(viewed.list.length).toBeGreaterThan(0);
  expect((await overview(token)).code).toBe(200);

  // The old session is not kept alive: the account signs in again after the deadline.
  clock.forward(14 * DAY_S);
  const late = await signedIn(id);
  expect((await overview(late)).code).toBe(1595);
  for (const path of ['account/tokens', 'account/sessions', 'account/update', 'site/listWithSN'] as const)
    expect((await call(path, {} as never, { token: late })).code).toBe(1595);
  expect((await app.inject({ url: '/live?sid=x', headers: { authorization: late } })).statusCode).not.toBe(200);
  expect(await menus(late)).toMatchObject({
    list: [],
    viewing: null,
    secondFactor: { byIso: by, isOver: true },
    version: expect.any(String),
  });
  // A program keeps the scope of its token.
  const program = await makeApiToken(sql, { userId: id, at: clock.now() });
  expect((await overview(program.token)).code).toBe(200);

  const { secret } = await ask('account/secondFactor/begin', { password: PASSWORD }, { token: late });
  await ask('account/secondFactor/confirm', { code: codeOf(secret, clock.now()) }, { token: late });
  await expect.poll(async () => (await overview(late)).code).toBe(200);
  expect((await menus(late)).secondFactor).toBeNull();
  await setRequirement('installer', false);
});

test('exempts demo accounts, and locks nobody out of a portal without a key for codes', async () => {
  const { id } = await makeUser(sql, { role: 'installer', companyId: await makeCompany(sql), passwordHash });
  await sql`update memberships set created_at = '2026-01-01' where user_id = ${id}`;
  await setRequirement('installer', true);
  clock.forward(15 * DAY_S);
  expect((await overview(await signedIn(id))).code).toBe(1595);
  await sql`update users set demo_password_hash = password_hash where id = ${id}`;
  expect((await overview(await signedIn(id))).code).toBe(200);
  await sql`update users set demo_password_hash = null where id = ${id}`;
  const { secondFactorKey } = context.config;
  context.config.secondFactorKey = undefined;
  expect((await overview(await signedIn(id))).code).toBe(200);
  const { id: role_id, version } = await roleOf('owner');
  const request = { role_id, version, needed: true };
  expect((await call('auth/role/secondFactor', request, { token: await signInWithCode(administrator.id) })).code).toBe(
    1495,
  );
  context.config.secondFactorKey = secondFactorKey;
  await setRequirement('installer', false);
});

test('refuses to lift the requirement with a password alone or without permission, and one of two concurrent edits', async () => {
  const { id, version } = await roleOf('manager');
  const passwordOnly = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  expect(
    (await call('auth/role/secondFactor', { role_id: id, version, needed: false }, { token: passwordOnly })).code,
  ).toBe(1596);
  const manager = await signInWithCode(
    (await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id,
  );
  expect((await call('auth/role/secondFactor', { role_id: id, version, needed: false }, { token: manager })).code).toBe(
    1483,
  );
  const token = await signInWithCode(administrator.id);
  const responses = await Promise.all(
    [true, true].map((needed) => call('auth/role/secondFactor', { role_id: id, version, needed }, { token })),
  );
  expect(responses.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 1486]);
  expect(
    (await call('auth/role/secondFactor', { role_id: 2_000_000_000, version: 1, needed: true }, { token })).code,
  ).toBe(1482);
});

test('accepts a new passkey, and a company sign-in with a second step', async () => {
  await setRequirement('installer', true);
  // Memberships are created by the database's clock, today.
  clock.set('2100-01-01T00:00:00Z');
  const { token, id } = await withPasskey();
  expect(await sql`select second_factor from sessions where user_id = ${id}`).toEqual([{ secondFactor: 'passkey' }]);
  await expect.poll(async () => (await overview(token)).code).toBe(200);
  const other = await makeUser(sql, { role: 'installer', companyId: await makeCompany(sql) });
  await sql`update memberships set created_at = '2026-01-01' where user_id = ${other.id}`;
  const provided = await signedIn(other.id);
  await sql`update sessions set second_factor = 'provider' where user_id = ${other.id}`;
  expect((await overview(provided)).code).toBe(200);
  await setRequirement('installer', false);
});
