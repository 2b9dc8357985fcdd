// user/company/secondFactor: a company requires a second factor of all its users, whatever their role; others are not affected.
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

/** As if a code had been entered. */
async function signInWithCode(userId: number): Promise<string> {
  const token = await signedIn(userId);
  await sql`update sessions set second_factor = 'code' where user_id = ${userId}`;
  return token;
}
const need = async (id: number, needed: boolean, token?: string) =>
  await call('user/company/secondFactor', { id, needed }, { token: token ?? (await signInWithCode(boss.id)) });
const overview = async (token: string) => (await call('overview/siteStatusCounts', {}, { token })).code;
/** A user who has just joined. */
async function member(companyId: number, role: 'installer' | 'dealer' = 'installer') {
  const { id } = await makeUser(sql, { role, companyId, passwordHash });
  await sql`update memberships set created_at = ${clock.now()} where user_id = ${id}`;
  return id;
}
async function secondFactorOf(userId: number, token: string) {
  const [row] = await sql<{ roleId: number }[]>`select role_id from memberships where user_id = ${userId}`;
  return (await ask('auth/role/menu/view', { role_id: row!.roleId }, { token })).secondFactor;
}

test('announces the deadline to all users of the company, then blocks them, but not those of the company below or of others', async () => {
  const below = await makeCompany(sql, { parentId: dealer });
  const [installer, worker, elsewhere] = [await member(dealer), await member(below), await member(foreign)];
  expect((await need(dealer, true)).code).toBe(200);
  const by = new Date(clock.now().getTime() + 14 * DAY_S * 1000).toISOString();
  const token = await signedIn(installer);
  expect(await secondFactorOf(installer, token)).toEqual({ byIso: by, isOver: false });
  expect(await overview(token)).toBe(200);
  expect(await secondFactorOf(worker, await signedIn(worker))).toBeNull();

  clock.forward(14 * DAY_S);
  const late = await signedIn(installer);
  expect(await overview(late)).toBe(1595);
  expect(await secondFactorOf(installer, late)).toEqual({ byIso: by, isOver: true });
  expect([await overview(await signedIn(worker)), await overview(await signedIn(elsewhere))]).toEqual([200, 200]);
  // Later members have their own deadline, and a program continues.
  const fresh = await member(dealer);
  expect(await overview(await signedIn(fresh))).toBe(200);
  expect(await overview((await makeApiToken(sql, { userId: installer, at: clock.now() })).token)).toBe(200);
  // With a code nothing is blocked, and repeating the request changes no deadline.
  expect(await overview(await signInWithCode(installer))).toBe(200);
  expect((await need(dealer, true)).code).toBe(200);
  expect(await overview(await signedIn(installer))).toBe(1595);

  expect((await need(dealer, false)).code).toBe(200);
  expect(await overview(await signedIn(installer))).toBe(200);
});

test('lets a manager require it of their own company, themselves included, and shows it in the list', async () => {
  const owner = await member(dealer, 'dealer');
  const token = await signedIn(owner);
  expect((await need(dealer, true, token)).code).toBe(200);
  expect(await secondFactorOf(owner, await signedIn(owner))).not.toBeNull();
  const { list } = await ask('user/company/list', { filters: { id: String(dealer) } }, { token });
  expect(list.map(({ needsSecondFactor }) => needsSecondFactor)).toEqual([true]);
  const [line] = await sql<{ before: object; after: object }[]>`
    select before, after from audit_log where action = 'user/company/secondFactor' order by id desc limit 1`;
  expect(line).toEqual({ before: { secondFactor: false }, after: { secondFactor: true } });
  // A password alone cannot lift it.
  expect((await need(dealer, false, token)).code).toBe(1596);
  expect((await need(dealer, false, await signInWithCode(owner))).code).toBe(200);
});

test('treats another branch’s company as missing, and exempts demo accounts', async () => {
  const missing = await need(2_000_000_000, true);
  expect(missing.code).toBe(1021);
  expect(await need(foreign, true)).toEqual(missing);
  const stranger = await signInWithCode((await makeUser(sql, { role: 'distributor', companyId: foreign })).id);
  expect(await need(dealer, true, stranger)).toEqual(missing);
  const shown = await member(dealer);
  await sql`update users set demo_password_hash = password_hash where id = ${shown}`;
  await need(dealer, true);
  clock.forward(15 * DAY_S);
  expect(await overview(await signedIn(shown))).toBe(200);
  await need(dealer, false);
});

test('refuses to require what cannot be set up', async () => {
  const { secondFactorKey } = context.config;
  context.config.secondFactorKey = undefined;
  expect((await need(dealer, true)).code).toBe(1495);
  context.config.secondFactorKey = secondFactorKey;
});
