// The new token after a re-entered password: the former one expires within a minute, and a refused request keeps its own.
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '@heliograph/contract/call.ts';
import { calls } from '@heliograph/contract/calls.ts';
import { NEW_TOKEN } from '@heliograph/contract/envelope.ts';
import { expect, test } from 'vitest';
import { makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';

const { app, call, sql, clock, signedIn } = await testServer();
const passwordHash = await hashPassword('right one');

const post = async (path: string, payload: object, authorization: string) => {
  const answer = await app.inject({ method: 'POST', url: `/v2/${path}`, headers: { authorization }, payload });
  return { status: answer.statusCode, code: answer.json().code as number, token: answer.headers[NEW_TOKEN] as string };
};
const infoOf = async (token: string) => (await post('account/info', {}, token)).status;
const change = (token: string, password: string, newPassword: string) =>
  post('account/updatePassword', { password, newPassword }, token);

test('the session continues with the new token, and with the former one for a minute', async () => {
  const user = await makeUser(sql, { passwordHash });
  const token = await signedIn(user.id);
  expect(await change(token, 'wrong one', 'another one, longer')).not.toMatchObject({
    code: 200,
    token: expect.any(String),
  });
  expect((await change(token, 'wrong one', 'another one, longer')).token).toBeUndefined();
  const { code, token: next } = await change(token, 'right one', 'another one, longer');
  expect(code).toBe(200);
  expect(next).toMatch(/^[\w-]{14}\.[\w-]{14}\.[\w-]{15}$/);
  expect(next).not.toBe(token);
  // Requests of other tabs are still answered; it is one session with either token.
  expect([await infoOf(token), await infoOf(next)]).toEqual([200, 200]);
  expect(await sql`select from sessions where user_id = ${user.id}`).toHaveLength(1);
  clock.forward(61);
  expect([await infoOf(token), await infoOf(next)]).toEqual([401, 200]);
  expect((await post('account/loginOut', {}, next)).status).toBe(200);
  // Every process is notified, some milliseconds later.
  await expect.poll(() => infoOf(next)).toBe(401);
});

test('two concurrent requests get the same new token', async () => {
  const user = await makeUser(sql, { passwordHash });
  const token = await signedIn(user.id);
  const both = await Promise.all([
    post('account/passkeys/begin', { password: 'right one' }, token),
    post('account/passkeys/begin', { password: 'right one' }, token),
  ]);
  const given = both.map((one) => one.token).filter((one) => one !== undefined);
  expect(new Set(given).size).toBe(1);
  // Its response may be lost: a repeat gets the same token.
  expect((await post('account/passkeys/begin', { password: 'right one' }, token)).token).toBe(given[0]);
  clock.forward(61);
  expect([await infoOf(token), await infoOf(given[0]!)]).toEqual([401, 200]);
});

test('a repeated change is answered with any of the tokens that its session has had', async () => {
  const user = await makeUser(sql, { passwordHash });
  const first = await signedIn(user.id);
  const headers = { 'idempotency-key': 'sent again' };
  const change = (token: string, city: string) => call('account/update', { city }, { token, headers });
  const expected = await change(first, 'Chur');
  const tokenAfter = async (token: string) =>
    (await post('account/passkeys/begin', { password: 'right one' }, token)).token;
  const second = await tokenAfter(first);
  const third = await tokenAfter(second);
  expect(await change(second, 'Chur')).toEqual(expected);
  expect(await change(third, 'Chur')).toEqual(expected);
  expect((await change(third, 'Basel')).code).toBe(1018);
  // Begun with one token and repeated with the former one, as its response was lost.
  const later = { 'idempotency-key': 'asked later' };
  const ended = await call('account/update', { city: 'Bern' }, { token: third, headers: later });
  expect(await call('account/update', { city: 'Bern' }, { token: second, headers: later })).toEqual(ended);
  const [own] = await sql<
    { line: string }[]
  >`select count(*)::text as line from audit_log where user_id = ${user.id} and action = 'account/update'`;
  expect(own!.line).toBe('2');
});

test('every call that takes the password or a first second factor renews the token', async () => {
  const folder = join(import.meta.dirname, '../calls');
  const matching: string[] = [];
  for await (const name of glob('**/*.ts', { cwd: folder }))
    if (
      !name.endsWith('.test.ts') &&
      /checkPassword\(|set second_factor = /.test(readFileSync(join(folder, name), 'utf8'))
    )
      matching.push(name.slice(0, -'.ts'.length));
  const renewing = Object.entries(calls as Record<string, Call>).filter(([, { renewsToken }]) => renewsToken);
  // logOff deletes the account.
  expect(matching.filter((path) => path !== 'account/logOff').toSorted()).toEqual(
    renewing.map(([path]) => path).toSorted(),
  );
});
