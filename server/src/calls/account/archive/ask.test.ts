// account/archive/ask: one archive at a time, replacing the previous one, a few a day, while not too many wait.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { MAX_WAITING } from './ask.ts';

const { ask, call, sql, signedIn } = await testServer();

test('starts an archive that replaces the finished one, six times a day at most', async () => {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  for (let n = 0; n < 6; n++) {
    await ask('account/archive/ask', {}, { token });
    // The pending archive continues.
    await ask('account/archive/ask', {}, { token });
    expect(await sql`select state from account_archives where user_id = ${id}`).toEqual([{ state: 'waiting' }]);
    await sql`update account_archives set state = 'failed', failure = 'fault', ends_at = '2099-01-01' where user_id = ${id}`;
  }
  expect((await call('account/archive/ask', {}, { token })).code).toBe(1000);
});

test('refuses as busy while too many archives of others wait, and continues its own', async () => {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  const others: number[] = [];
  for (let n = 0; n < MAX_WAITING; n++) others.push((await makeUser(sql, { role: 'owner' })).id);
  await sql`insert into account_archives (user_id, asked_at) select unnest(${others}::int[]), now()`;
  expect(await call('account/archive/ask', {}, { token })).toMatchObject({
    code: 1657,
    msg: expect.stringContaining('600'),
  });
  expect((await call('account/archive/ask', {}, { token: await signedIn(others[0]!) })).code).toBe(200);
  await sql`update account_archives set state = 'failed', failure = 'fault', ends_at = '2099-01-01' where user_id = ${others[1]!}`;
  expect((await call('account/archive/ask', {}, { token })).code).toBe(200);
});
