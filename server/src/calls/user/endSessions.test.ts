// user/endSessions: ends all sessions and tokens in a company; other companies decide on their own.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeUser } from '../../../test/factories.ts';
import { makeApiToken } from '../../../test/signIns.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, clock, sql, signedIn } = await testServer();
const { installer, boss, worker, roleId } = await makeBranch(sql);
const token = await signedIn(boss.id);
const codeOf = async (its: string) => (await call('account/info', {}, { token: its })).code;

test('ends sessions and tokens of that company immediately', async () => {
  const { id } = await worker();
  const its = [await signedIn(id), await signedIn(id)];
  expect(await Promise.all(its.map(codeOf))).toEqual([200, 200]);
  await makeApiToken(sql, { userId: id, at: clock.now() });
  expect(await ask('user/endSessions', { uid: id, companyId: installer }, { token })).toEqual({ ended: 3 });
  for (const one of its) await expect.poll(() => codeOf(one)).toBe(401);
  expect(await sql`select from sessions where user_id = ${id}`).toHaveLength(0);
});

test('keeps sessions in another company', async () => {
  const { id } = await makeUser(sql);
  const otherToken = await signedIn(id);
  await sql`insert into memberships (user_id, company_id, role_id) values (${id}, ${installer}, ${await roleId('installer')})`;
  expect(await ask('user/endSessions', { uid: id, companyId: installer }, { token })).toEqual({ ended: 0 });
  expect(await codeOf(otherToken)).toBe(200);
});

test('refuses the user themselves and people of higher rank, and treats another branch as missing', async () => {
  const stranger = await makeUser(sql);
  for (const [uid, companyId] of [
    [stranger.id, stranger.companyId],
    [2_000_000_000, installer],
  ] as const)
    expect(await call('user/endSessions', { uid, companyId }, { token })).toMatchObject({ code: 1453 });
  expect((await call('user/endSessions', { uid: boss.id, companyId: boss.companyId }, { token })).msg).toBe(
    'You cannot change your own membership.',
  );
  expect(await codeOf(token)).toBe(200);
});
