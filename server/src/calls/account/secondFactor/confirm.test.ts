// account/secondFactor/confirm: stored secrets are unreadable and bound to one account.
import { expect, test } from 'vitest';
import { startSignInServer } from '../../../../test/signInServer.ts';
import { SECOND_FACTOR_KEY } from '../../../../test/signIns.ts';
import { encryptSecret, openSecret } from '../../../platform/secrets/sealedSecrets.ts';

const { sql, withCodes } = await startSignInServer();

const ownerOf = (id: number) => `second factor of user ${id}`;

test('stores secrets and recovery codes unreadably, and each secret only for its own account', async () => {
  const { id, secret, recoveryCodes } = await withCodes();
  const [row] = await sql<{ secret: Buffer }[]>`select secret from second_factors where user_id = ${id}`;
  const all = JSON.stringify([
    await sql`select * from second_factors`,
    ...[await sql`select * from recovery_codes`, await sql`select * from audit_log`],
  ]);
  for (const text of [secret, ...recoveryCodes]) expect(all).not.toContain(text);
  const key = Buffer.from(SECOND_FACTOR_KEY, 'hex');
  expect(openSecret(key, ownerOf(id), row!.secret)).toHaveLength(20);
  expect(openSecret(key, ownerOf(id + 1), row!.secret)).toBeUndefined();
  expect(openSecret(Buffer.alloc(32), ownerOf(id), row!.secret)).toBeUndefined();
  const reencrypted = encryptSecret(key, ownerOf(id), openSecret(key, ownerOf(id), row!.secret)!);
  expect(reencrypted.equals(row!.secret)).toBe(false);
});
