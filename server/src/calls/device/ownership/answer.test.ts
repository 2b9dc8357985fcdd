// device/ownership/answer: the people of the plant that has a claimed number are heard, and neither side learns of the other.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { pdfOf } from '../../../../test/documentFiles.ts';
import {
  makeCompany,
  makeDevice,
  makeOwnershipClaim,
  makeSite,
  makeUser,
  shareSite,
} from '../../../../test/factories.ts';
import { drawnPng } from '../../../../test/multipart.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, app, call, signedIn } = await testServer();
const photo = await drawnPng();
const companyId = await makeCompany(sql);
const owner = await makeUser(sql, { role: 'owner' });
const sid = await makeSite(sql, { companyId, ownerId: owner.id });
const people = [await signedIn((await makeUser(sql, { companyId })).id), await signedIn(owner.id)] as const;
const claimant = await makeUser(sql, { companyId: await makeCompany(sql, { name: 'Claimant Ltd' }) });
const asClaimant = await signedIn(claimant.id);
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

async function contested() {
  const { sn } = await makeDevice(sql, { sid });
  const claimedFor = await makeSite(sql, { companyId: claimant.companyId, name: 'Claimant roof' });
  const id = await makeOwnershipClaim(sql, { sid: claimedFor, sn });
  await sql`update ownership_claims set user_id = ${claimant.id}, kind = 'bought' where id = ${id}`;
  return { sn, id, claimedFor };
}
const answer = (body: object, token: string = people[0]) =>
  call('device/ownership/answer', { sid, answer: 'ours', text: 'Bought in 2024', ...body } as never, { token });
const listed = async (id: string, token: string = people[0]) =>
  (await ask('device/ownership', { sid }, { token })).contested.find((each) => each.id === id);

test('shows the installer and the owner that a device is claimed, since when and why, but not by whom', async () => {
  const { sn, id, claimedFor } = await contested();
  for (const token of people) {
    const shown = await ask('device/ownership', { sid }, { token });
    expect(shown.contested.find((each) => each.id === id)).toEqual({
      ...{ id, sn, kind: 'bought', claimedIso: '2026-01-01T01:00:00+01:00' },
      ...{ answerUntilIso: '2026-01-08T01:00:00+01:00', answer: null },
    });
    for (const secret of [claimedFor, 'Claimant', claimant.email, 'It is mine.'])
      expect(JSON.stringify(shown)).not.toContain(secret);
  }
});

test('shows both sides to administrators, and neither side the other one', async () => {
  const { sn, id, claimedFor } = await contested();
  expect((await answer({ id, proof: photo, proof2: await pdfOf(['Invoice 7']) })).code).toBe(200);
  expect(await listed(id)).toMatchObject({ answer: { agrees: false, text: 'Bought in 2024', files: 2 } });
  const { list } = await ask('product/sn/ownership', { page: { size: 100 } }, { token: administrator });
  expect(list.find((each) => each.id === id)).toMatchObject({
    proofs: ['image/webp'],
    holder: { sid, answer: { agrees: false, text: 'Bought in 2024', proofs: ['image/webp', 'application/pdf'] } },
  });
  const fileOf = async (side: 'claimant' | 'holder', position: number) => {
    const headers = { authorization: administrator };
    const payload = { id, position, side };
    return (await app.inject({ method: 'POST', url: '/v2/product/sn/ownership/proof', headers, payload })).rawPayload;
  };
  expect((await fileOf('holder', 0)).subarray(8, 12).toString()).toBe('WEBP');
  expect((await fileOf('holder', 1)).subarray(0, 5).toString()).toBe('%PDF-');
  expect([...(await fileOf('claimant', 0))]).toEqual([0]);
  const seen = JSON.stringify(await ask('device/ownership', { sid: claimedFor }, { token: asClaimant }));
  expect(seen).toContain(sn);
  for (const secret of [sid, 'Bought in 2024']) expect(seen).not.toContain(secret);
});

test('replaces an earlier answer and its files, and moves nothing when the plant agrees', async () => {
  const { sn, id } = await contested();
  await answer({ id, proof: photo });
  expect((await answer({ id, answer: 'theirs', text: '' }, people[1])).code).toBe(200);
  expect(await listed(id)).toMatchObject({ answer: { agrees: true, text: '', files: 0 } });
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid }]);
  expect(await sql`select from ownership_claims where id = ${id} and decided_at is null`).toHaveLength(1);
});

test('refuses strangers, the claimant, claims for other plants, decided ones, and unreadable files', async () => {
  const { id, claimedFor } = await contested();
  const code = async (body: object, token?: string) => (await answer(body, token)).code;
  expect(await code({ id }, asClaimant)).toBe(ERROR_CODES.siteNotFound);
  expect(await code({ id, sid: claimedFor }, asClaimant)).toBe(ERROR_CODES.ownershipClaimNotFound);
  const guest = await makeUser(sql);
  await shareSite(sql, sid, guest.id);
  expect(await code({ id }, await signedIn(guest.id))).toBe(ERROR_CODES.siteReadOnly);
  const other = await makeOwnershipClaim(sql, { sid: claimedFor, sn: (await makeDevice(sql)).sn });
  expect(await code({ id: other })).toBe(ERROR_CODES.ownershipClaimNotFound);
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  expect(await code({ id, proof: bytes('hello') })).toBe(ERROR_CODES.proofUnreadable);
  expect(await code({ id, proof: bytes('%PDF-1.7 broken') })).toBe(ERROR_CODES.documentUnreadable);
  expect(await code({ id, proof: photo.slice(0, 60) })).toBe(ERROR_CODES.pictureUnreadable);
  await sql`update ownership_claims set decided_at = now(), accepted = false where id = ${id}`;
  expect(await code({ id })).toBe(ERROR_CODES.ownershipClaimNotFound);
  expect(await sql`select from ownership_answers where claim in (${id}, ${other})`).toHaveLength(0);
});

test('limits the answers of a user in a day', async () => {
  const { id } = await contested();
  const token = await signedIn((await makeUser(sql, { companyId })).id);
  let code = 200;
  for (let n = 0; n < 50 && code === 200; n++) code = (await answer({ id, answer: 'theirs', text: '' }, token)).code;
  expect(code).toBe(ERROR_CODES.tooManyRequests);
});
