// user/company/secondFactor: a company asks all its people for more than a password, whatever their role; others are not concerned.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../../test/branch.ts';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { PASSWORD, startSignInServer } from '../../../../test/signInServer.ts';
import { makeApiToken } from '../../../../test/signIns.ts';
import { hashPassword } from '../../../accounts/passwords/passwords.ts';

const { ask, call, clock, context, sql, signedIn } = await startSignInServer();
const DAY_S = 86_400;
const passwordHash = await hashPassword(PASSWORD);
const { dealer, foreign, boss } = await makeBranch(sql);
await sql`update roles set second_factor_since = null`;

/** As who has shown a code. */
async function strong(userId: number): Promise<string> {
  const token = await signedIn(userId);
  await sql`update sessions set second_factor = 'code' where user_id = ${userId}`;
  return token;
}
const need = async (id: number, needed: boolean, token?: string) =>
  await call('user/company/secondFactor', { id, needed }, { token: token ?? (await strong(boss.id)) });
const overview = async (token: string) => (await call('overview/siteStatusCounts', {}, { token })).code;
/** Somebody who came just now. */
async function member(companyId: number, role: 'installer' | 'dealer' = 'installer') {
  const { id } = await makeUser(sql, { role, companyId, passwordHash });
  await sql`update memberships set created_at = ${clock.now()} where user_id = ${id}`;
  return id;
}
async function told(userId: number, token: string) {
  const [row] = await sql<{ roleId: number }[]>`select role_id from memberships where user_id = ${userId}`;
  return (await ask('auth/role/menu/view', { role_id: row!.roleId }, { token })).secondFactor;
}

test('all people of the company are told by when, then let do nothing else; those of the one below and of others go on', async () => {
  const below = await makeCompany(sql, { parentId: dealer });
  const [installer, worker, elsewhere] = [await member(dealer), await member(below), await member(foreign)];
  expect((await need(dealer, true)).code).toBe(200);
  const by = new Date(clock.now().getTime() + 14 * DAY_S * 1000).toISOString();
  const token = await signedIn(installer);
  expect(await told(installer, token)).toEqual({ byIso: by, isOver: false });
  expect(await overview(token)).toBe(200);
  expect(await told(worker, await signedIn(worker))).toBeNull();

  clock.forward(14 * DAY_S);
  const late = await signedIn(installer);
  expect(await overview(late)).toBe(1595);
  expect(await told(installer, late)).toEqual({ byIso: by, isOver: true });
  expect([await overview(await signedIn(worker)), await overview(await signedIn(elsewhere))]).toEqual([200, 200]);
  // Who comes later has days of their own, and a program goes on.
  const fresh = await member(dealer);
  expect(await overview(await signedIn(fresh))).toBe(200);
  expect(await overview((await makeApiToken(sql, { userId: installer, at: clock.now() })).token)).toBe(200);
  // With a code nothing is in the way, and asking once more moves no day.
  expect(await overview(await strong(installer))).toBe(200);
  expect((await need(dealer, true)).code).toBe(200);
  expect(await overview(await signedIn(installer))).toBe(1595);

  expect((await need(dealer, false)).code).toBe(200);
  expect(await overview(await signedIn(installer))).toBe(200);
});

test('who manages the company asks it of the own one, himself included; the list says so', async () => {
  const owner = await member(dealer, 'dealer');
  const token = await signedIn(owner);
  expect((await need(dealer, true, token)).code).toBe(200);
  expect(await told(owner, await signedIn(owner))).not.toBeNull();
  const { list } = await ask('user/company/list', { filters: { id: String(dealer) } }, { token });
  expect(list.map(({ needsSecondFactor }) => needsSecondFactor)).toEqual([true]);
  const [line] = await sql<{ before: object; after: object }[]>`
    select before, after from audit_log where action = 'user/company/secondFactor' order by id desc limit 1`;
  expect(line).toEqual({ before: { secondFactor: false }, after: { secondFactor: true } });
  // A password alone does not end it.
  expect((await need(dealer, false, token)).code).toBe(1596);
  expect((await need(dealer, false, await strong(owner))).code).toBe(200);
});

test('another branch’s company is as a missing one; accounts of the demonstration are for looking', async () => {
  const missing = await need(2_000_000_000, true);
  expect(missing.code).toBe(1021);
  expect(await need(foreign, true)).toEqual(missing);
  const stranger = await strong((await makeUser(sql, { role: 'distributor', companyId: foreign })).id);
  expect(await need(dealer, true, stranger)).toEqual(missing);
  const shown = await member(dealer);
  await sql`update users set demo_password_hash = password_hash where id = ${shown}`;
  await need(dealer, true);
  clock.forward(15 * DAY_S);
  expect(await overview(await signedIn(shown))).toBe(200);
  await need(dealer, false);
});

test('nobody is asked for what cannot be set up', async () => {
  const { secondFactorKey } = context.config;
  context.config.secondFactorKey = undefined;
  expect((await need(dealer, true)).code).toBe(1495);
  context.config.secondFactorKey = secondFactorKey;
});
