// product/sn/ownership/proof: administrators download proof, others do not.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeOwnershipClaim, makeSite, makeUser } from '../../../../../test/factories.ts';
import { testServer } from '../../../../../test/testServer.ts';

const { sql, app, call, signedIn } = await testServer();
const companyId = await makeCompany(sql);
const sid = await makeSite(sql, { companyId });
const id = await makeOwnershipClaim(sql, { sid, sn: '7EFFFF31' });

test('sends the file to an administrator', async () => {
  await sql`update ownership_proofs set bytes = '\\x52494646' where claim = ${id}`;
  const token = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const response = await app.inject({
    method: 'POST',
    url: '/v2/product/sn/ownership/proof',
    headers: { authorization: token },
    payload: { id, position: 0 },
  });
  expect(response.headers['content-type']).toBe('image/webp');
  expect(response.rawPayload.toString()).toBe('RIFF');
  const missing = await call('product/sn/ownership/proof', { id, position: 1 }, { token });
  expect(missing.code).toBe(ERROR_CODES.ownershipClaimNotFound);
});

test('refuses managers, also of the plant of the claim', async () => {
  const token = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
  const { code } = await call('product/sn/ownership/proof', { id, position: 0 }, { token });
  expect(code).toBe(ERROR_CODES.ownershipClaimNotFound);
});
