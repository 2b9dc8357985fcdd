// account/archive/ask: one at a time, in place of the one before, a few a day.
import { expect, test } from 'vitest';
import { makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();

test('account/archive/ask begins one in place of what is over, and six a day', async () => {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  for (let n = 0; n < 6; n++) {
    await ask('account/archive/ask', {}, { token });
    // It goes on.
    await ask('account/archive/ask', {}, { token });
    expect(await sql`select state from account_archives where user_id = ${id}`).toEqual([{ state: 'waiting' }]);
    await sql`update account_archives set state = 'failed', failure = 'fault', ends_at = '2099-01-01' where user_id = ${id}`;
  }
  expect((await call('account/archive/ask', {}, { token })).code).toBe(1000);
});
