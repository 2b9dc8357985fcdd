// account/sessions: the account's own open sessions, most recently used first, and their expiry.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashPassword } from '../../accounts/passwords/passwords.ts';

const { ask, call, clock, sql, signedIn } = await testServer();
const { id, email } = await makeUser(sql, { passwordHash: await hashPassword('secret') });

test('lists the sessions of the account and marks the current one', async () => {
  await signedIn((await makeUser(sql)).id);
  const credentials = { account: email, password: 'secret' };
  const first = await ask('sign-in', credentials, { headers: { 'user-agent': 'Firefox' } });
  clock.forward(30);
  const second = await ask('sign-in', credentials, { headers: { 'user-agent': 'homeassistant' } });
  const { list } = await ask('account/sessions', {}, { token: first.tokenInfo.token });
  expect(list.map(({ client, current }) => ({ client, current }))).toEqual([
    { client: 'homeassistant', current: false },
    { client: 'Firefox', current: true },
  ]);
  expect(list[0]).toMatchObject({ address: '127.0.0.1', createdAt: clock.now().toISOString() });
  expect(second.tokenInfo.duration).toBe(43_200);
});

test('ends a session twelve hours after its last use and no longer lists it', async () => {
  const used = await signedIn(id);
  const unused = await signedIn(id);
  for (let hour = 0; hour < 13; hour++) {
    clock.forward(3600);
    await ask('account/info', {}, { token: used });
  }
  expect(await call('account/info', {}, { token: unused })).toMatchObject({ status: 401, code: 401 });
  expect((await ask('account/sessions', {}, { token: used })).list).toHaveLength(1);
});

test('ends a session after ninety days at the latest, however often it is renewed', async () => {
  const token = await signedIn(id);
  const days = (n: number) => n * 24 * 3600;
  const startedMs = clock.now().getTime();
  while (clock.now().getTime() < startedMs + (days(90) - 3600 * 10) * 1000) {
    expect((await call('account/info', {}, { token })).code).toBe(200);
    clock.forward(3600 * 10);
  }
  const { list } = await ask('account/sessions', {}, { token });
  const end = new Date(startedMs + days(90) * 1000);
  expect(list.find(({ current }) => current)!.expiresAt).toBe(end.toISOString());
  clock.set(new Date(end.getTime() - 1000).toISOString());
  expect((await call('account/info', {}, { token })).code).toBe(200);
  clock.set(end.toISOString());
  expect(await call('account/info', {}, { token })).toMatchObject({ status: 401, code: 401 });
});
