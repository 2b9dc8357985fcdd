// email-change/look: whose link it is; a stranger's address learns nothing of the account.
import { expect, test } from 'vitest';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { hashToken } from '../../access/session.ts';

const { ask, call, clock, sql } = await testServer();
const [OLD, NEW] = ['o'.repeat(43), 'n'.repeat(43)];

test('shows each side its own part, until it expires or the account is frozen', async () => {
  const { id, email } = await makeUser(sql);
  await sql`
    insert into email_changes (user_id, session_id, new_email, old_token_hash, new_token_hash, old_agreed, expires_at)
    values (${id}, 1, 'new@example.com', ${hashToken(OLD)}, ${hashToken(NEW)}, true, '2026-06-16T10:00:00Z')`;
  const fields = { newEmail: 'new@example.com', expiresIso: '2026-06-16T10:00:00.000Z' };
  expect(await ask('email-change/look', { token: OLD })).toEqual({
    ...fields,
    side: 'old',
    oldEmail: email,
    hasAgreed: true,
  });
  expect(await ask('email-change/look', { token: NEW })).toEqual({
    ...fields,
    side: 'new',
    oldEmail: '',
    hasAgreed: false,
  });
  expect((await call('email-change/look', { token: 'x'.repeat(43) })).code).toBe(1531);
  await sql`update users set frozen_at = now() where id = ${id}`;
  expect((await call('email-change/look', { token: NEW })).code).toBe(1531);
  await sql`update users set frozen_at = null where id = ${id}`;
  clock.set('2026-06-16T10:00:00Z');
  expect((await call('email-change/look', { token: NEW })).code).toBe(1531);
});

test('limits guessing', async () => {
  const codes = new Set<number>();
  for (let n = 0; n < 101; n++)
    codes.add((await call('email-change/look', { token: String(n).padStart(43, 'x') })).code);
  expect(codes).toEqual(new Set([1531, 1000]));
});
