// device/ownership/claim: anybody who may add devices claims any number, with proof, as often as the limits allow.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { MAX_OWNERSHIP_CLAIMS } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { pdfOf } from '../../../../test/documentFiles.ts';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { drawnPng } from '../../../../test/multipart.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const photo = await drawnPng();
const installer = await makeUser(sql);
const token = await signedIn(installer.id);
const sid = await makeSite(sql, { companyId: installer.companyId });
const foreign = await makeDevice(sql);
const claim = (body: object, as = token) =>
  call(
    'device/ownership/claim',
    { sid, sn: foreign.sn, reason: 'Bought on Monday', proof: photo, ...body },
    { token: as },
  );

test('stores a claim with re-encoded pictures and PDFs, and refuses a second one for the number', async () => {
  const answer = await claim({ proof2: await pdfOf(['Invoice 7']) });
  expect(answer.code).toBe(200);
  const proofs = await sql<{ type: string; bytes: Buffer }[]>`
    select type, bytes from ownership_proofs where sid = ${sid} order by position`;
  expect(proofs.map(({ type }) => type)).toEqual(['image/webp', 'application/pdf']);
  expect(proofs[0]!.bytes.subarray(8, 12).toString()).toBe('WEBP');
  const colleague = await signedIn((await makeUser(sql, { companyId: installer.companyId })).id);
  expect((await claim({}, colleague)).code).toBe(ERROR_CODES.ownershipClaimOpen);
});

test('answers the same for a number that nobody knows', async () => {
  expect((await claim({ sn: '7EFFFFFF' })).code).toBe(200);
});

test('refuses the own device unless its earlier reports are withheld', async () => {
  const own = await makeDevice(sql, { sid });
  expect((await claim({ sn: own.sn })).code).toBe(ERROR_CODES.serialNumberTaken);
  await sql`insert into raw_reports (sn, received_at, path, body, reason) values (${own.sn}, now(), '/i.php', '\\x00', 'unconfirmed')`;
  expect((await claim({ sn: own.sn })).code).toBe(200);
});

test('refuses files that are neither pictures nor PDFs, broken ones, and plants of others', async () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text));
  const sn = '7EFFFFF0';
  expect((await claim({ sn, proof: bytes('hello') })).code).toBe(ERROR_CODES.proofUnreadable);
  expect((await claim({ sn, proof: bytes('%PDF-1.7 broken') })).code).toBe(ERROR_CODES.documentUnreadable);
  expect((await claim({ sn, proof: photo.slice(0, 60) })).code).toBe(ERROR_CODES.pictureUnreadable);
  expect((await claim({ sn, sid: await makeSite(sql) })).code).toBe(ERROR_CODES.siteNotFound);
  expect((await claim({ sn, reason: '' })).code).toBe(400);
  expect(await sql`select from ownership_claims where sn = ${sn}`).toHaveLength(0);
});

test('limits the open claims of a company, and the claims of a user in a day', async () => {
  const busy = await makeUser(sql, { companyId: await makeCompany(sql) });
  const [plant, as] = [await makeSite(sql, { companyId: busy.companyId }), await signedIn(busy.id)];
  const numbered = (n: number) =>
    claim({ sid: plant, sn: `7EEFFF${n.toString(16).padStart(2, '0').toUpperCase()}` }, as);
  for (let n = 0; n < MAX_OWNERSHIP_CLAIMS; n++) expect((await numbered(n)).code).toBe(200);
  expect((await numbered(99)).code).toBe(ERROR_CODES.ownershipClaimsFull);
  let code = 200;
  for (let n = 0; n < 12 && code === 200; n++) {
    await sql`delete from ownership_claims where sid = ${plant}`;
    code = (await numbered(n)).code;
  }
  expect(code).toBe(ERROR_CODES.tooManyRequests);
});

test('lists the claim for its plant only', async () => {
  const { list } = await ask('device/ownership', { sid }, { token });
  expect(list.map(({ sn }) => sn)).toContain(foreign.sn);
  const other = await makeSite(sql, { companyId: installer.companyId });
  expect((await ask('device/ownership', { sid: other }, { token })).list).toEqual([]);
});
