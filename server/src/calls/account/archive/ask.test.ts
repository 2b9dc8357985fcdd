// account/archive/ask: one archive at a time, replacing the previous one, a few a day.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

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
