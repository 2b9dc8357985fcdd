// device/ownership/withdraw: deletes an open claim with its proof.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeOwnershipClaim, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const sid = await makeSite(sql, { companyId: installer.companyId });

test('deletes the claim and its proof', async () => {
  const id = await makeOwnershipClaim(sql, { sid, sn: '7EFFFF01' });
  await ask('device/ownership/withdraw', { sid, id }, { token });
  expect(await sql`select from ownership_claims where id = ${id}`).toHaveLength(0);
  expect(await sql`select from ownership_proofs where claim = ${id}`).toHaveLength(0);
});

test('refuses claims of other plants and decided ones', async () => {
  const foreign = await makeOwnershipClaim(sql, { sid: await makeSite(sql), sn: '7EFFFF02' });
  const decided = await makeOwnershipClaim(sql, { sid, sn: '7EFFFF03' });
  await sql`update ownership_claims set decided_at = now(), accepted = false where id = ${decided}`;
  for (const id of [foreign, decided])
    expect((await call('device/ownership/withdraw', { sid, id }, { token })).code).toBe(
      ERROR_CODES.ownershipClaimNotFound,
    );
  expect(await sql`select from ownership_proofs where claim in (${foreign}, ${decided})`).toHaveLength(2);
});
