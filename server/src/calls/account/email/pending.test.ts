// account/email/pending: the pending change, for its account only, until it expires.
import { expect, test } from 'vitest';
import { makeEmailChange, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { ask, clock, sql, signedIn } = await testServer();

test('returns the pending change to its account only, and nothing once it has expired', async () => {
  const { id } = await makeUser(sql);
  const token = await signedIn(id);
  expect(await ask('account/email/pending', {}, { token })).toEqual({ change: null });
  await makeEmailChange(sql, { userId: id });
  await sql`update email_changes set new_agreed = true, expires_at = '2026-06-16T10:00:00Z' where user_id = ${id}`;
  expect(await ask('account/email/pending', {}, { token })).toEqual({
    change: {
      email: `next${id}@example.com`,
      oldAgreed: false,
      newAgreed: true,
      expiresIso: '2026-06-16T10:00:00.000Z',
    },
  });
  const administrator = await makeUser(sql, { role: 'administrator' });
  expect(await ask('account/email/pending', {}, { token: await signedIn(administrator.id) })).toEqual({ change: null });
  clock.set('2026-06-16T10:00:00Z');
  expect(await ask('account/email/pending', {}, { token: await signedIn(id) })).toEqual({ change: null });
});
