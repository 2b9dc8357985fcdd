// account/email/cancel: cancels the account's own pending change only.
import { expect, test } from 'vitest';
import { makeEmailChange, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();

test('cancels the user’s own change once, and leaves changes of others', async () => {
  const [mine, other] = [await makeUser(sql), await makeUser(sql)];
  for (const { id } of [mine, other]) await makeEmailChange(sql, { userId: id });
  const token = await signedIn(mine.id);
  expect(await ask('account/email/cancel', {}, { token })).toEqual({});
  expect((await call('account/email/cancel', {}, { token })).code).toBe(1531);
  expect(await sql`select user_id from email_changes`).toEqual([{ userId: other.id }]);
});
