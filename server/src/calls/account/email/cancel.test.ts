// account/email/cancel: the account ends what it asked for, and nobody else's.
import { expect, test } from 'vitest';
import { makeEmailChange, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();

test('account/email/cancel ends the own change, once, and leaves that of others', async () => {
  const [mine, other] = [await makeUser(sql), await makeUser(sql)];
  for (const { id } of [mine, other]) await makeEmailChange(sql, { userId: id });
  const token = await signedIn(mine.id);
  expect(await ask('account/email/cancel', {}, { token })).toEqual({});
  expect((await call('account/email/cancel', {}, { token })).code).toBe(1531);
  expect(await sql`select user_id from email_changes`).toEqual([{ userId: other.id }]);
});
