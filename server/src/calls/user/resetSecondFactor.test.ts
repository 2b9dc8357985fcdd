// user/resetSecondFactor: the branch resets a lost second factor, after a day, with a mail; using the factor cancels it.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../test/factories.ts';
import { startSignInServer } from '../../../test/signInServer.ts';

const { ask, call, clock, sql, signedIn, subjects, withCodes } = await startSignInServer();

/** A user with codes, and a manager signed in with a second factor. */
async function lost() {
  const person = await withCodes();
  const [place] = await sql<{ companyId: number }[]>`select company_id from memberships where user_id = ${person.id}`;
  const { companyId } = place!;
  const boss = await makeUser(sql, { role: 'manager', companyId });
  /** Sessions expire during the day of waiting. */
  const enter = async () => {
    const token = await signedIn(boss.id);
    await sql`update sessions set second_factor = 'code' where user_id = ${boss.id}`;
    return token;
  };
  const key = { uid: person.id, companyId };
  const reset = async () => await call('user/resetSecondFactor', key, { token: await enter() });
  return { ...person, key, boss, token: await enter(), reset };
}
const HOUR_S = 3600;

test('accepts the password alone a day later, deletes codes and passkeys, and mails the user at once', async () => {
  const { id, email, signIn, reset } = await lost();
  await sql`insert into passkeys (id, user_id, public_key, counter, name, made_at) values (${`lost ${id}`}, ${id}, '\\x00', 0, 'Lost', now())`;
  await subjects();
  const pending = await reset();
  expect(pending.data.dueIso).toBe(new Date(clock.now().getTime() + 24 * HOUR_S * 1000).toISOString());
  expect(await subjects()).toEqual(['Your two-step sign-in will be reset']);
  clock.forward(23 * HOUR_S);
  // Repeating it neither speeds it up nor delays it.
  expect((await reset()).data).toEqual(pending.data);
  expect((await signIn()).code).toBe(1492);
  await sql`truncate tries`;
  clock.forward(HOUR_S);
  expect((await signIn()).code).toBe(200);
  expect(
    await sql`select from second_factors where user_id = ${id} union all select from recovery_codes where user_id = ${id}`,
  ).toHaveLength(0);
  expect(await sql`select from passkeys where user_id = ${id}`).toHaveLength(0);
  expect(await subjects()).toContain('Two-step sign-in is off');
  expect(await sql`select from second_factor_resets`).toHaveLength(0);
  expect(email).toContain('@');
});

test('signs in two concurrent attempts when due, and resets once', async () => {
  const { id, signIn, reset } = await lost();
  await reset();
  clock.forward(24 * HOUR_S);
  const codes = (await Promise.all([signIn(), signIn()])).map(({ code }) => code);
  // The second one finds no codes any more, or must show one that was not required a moment ago.
  expect(codes).toContain(200);
  expect(codes.every((code) => code === 200 || code === 1492)).toBe(true);
  expect((await signIn()).code).toBe(200);
  expect(await sql`select from second_factors where user_id = ${id}`).toHaveLength(0);
});

test('cancels a reset by a code or recovery code, and expires it a week after it is due', async () => {
  const { id, signIn, next, recoveryCodes, reset } = await lost();
  for (const code of [next(), recoveryCodes[0]!]) {
    expect((await reset()).code).toBe(200);
    expect((await signIn(code)).code).toBe(200);
    expect(await sql`select from second_factor_resets where user_id = ${id}`).toHaveLength(0);
  }
  await reset();
  clock.forward(9 * 24 * HOUR_S);
  expect((await signIn()).code).toBe(1492);
});

test('refuses a password alone, users without a second factor, users of other companies, and another branch', async () => {
  const { id, key, boss, token, reset } = await lost();
  await sql`update sessions set second_factor = null where user_id = ${boss.id}`;
  // The session cache follows.
  const fresh = await signedIn(boss.id);
  expect((await call('user/resetSecondFactor', key, { token: fresh })).code).toBe(1596);
  await sql`update sessions set second_factor = 'code' where user_id = ${boss.id}`;
  const other = await signedIn((await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id);
  expect((await call('user/resetSecondFactor', key, { token: other })).code).toBe(1453);
  await sql`
    insert into memberships (user_id, company_id, role_id)
    select ${id}, ${await makeCompany(sql)}, id from roles where code = 'installer'`;
  expect((await reset()).code).toBe(1548);
  const without = await makeUser(sql, { role: 'installer', companyId: key.companyId });
  expect((await call('user/resetSecondFactor', { ...key, uid: without.id }, { token })).code).toBe(1547);
  expect((await call('user/resetSecondFactor', { ...key, uid: boss.id }, { token })).code).not.toBe(200);
  expect(await sql`select from second_factor_resets where user_id = ${id}`).toHaveLength(0);
  expect(await ask('account/info', {}, { token })).toBeTruthy();
});
