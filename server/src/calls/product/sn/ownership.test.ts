// product/sn/ownership: administrators see what is known of both sides; nobody else sees a claim.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeOwnershipClaim, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, signedIn } = await testServer();
const administrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);

test('lists open claims with both plants, the source, and the stock, a page at a time', async () => {
  const [wrong, right, seller] = [
    await makeCompany(sql, { name: 'Wrong Ltd' }),
    await makeCompany(sql, { name: 'Right Ltd' }),
    await makeCompany(sql, { name: 'Seller Ltd' }),
  ];
  await sql`update companies set is_confirmed = false where id = ${right}`;
  const { sid: holderSid, sn } = await makeDevice(sql, { sid: await makeSite(sql, { companyId: wrong }) });
  await sql`
    update serial_numbers set stock_of = ${seller}, activated_at = '2026-05-01', first_seen_at = '2026-04-30' where sn = ${sn}`;
  await sql`insert into device_sources (sid, sn, usual) values (${holderSid}, ${sn}, '203.0.113.7')`;
  const sid = await makeSite(sql, { companyId: right });
  const id = await makeOwnershipClaim(sql, { sid, sn });
  await makeOwnershipClaim(sql, { sid, sn: '7EFFFF21' });
  const { list, total } = await ask('product/sn/ownership', { page: { size: 1 } }, { token: administrator });
  expect(total).toBe(2);
  const all = (await ask('product/sn/ownership', {}, { token: administrator })).list;
  expect(list).toHaveLength(1);
  expect(all.find((each) => each.id === id)).toMatchObject({
    sn,
    reason: 'It is mine.',
    proofs: ['image/webp'],
    claimant: { sid, companyName: 'Right Ltd', isConfirmed: false },
    holder: { sid: holderSid, companyName: 'Wrong Ltd', sinceIso: '2026-05-01T00:00:00.000Z', attached: 0 },
    firstSeenIso: '2026-04-30T00:00:00.000Z',
    network: '203.0.113.7',
    stockCompany: 'Seller Ltd',
  });
  expect(all.find((each) => each.sn === '7EFFFF21')).toMatchObject({ holder: null, network: '', stockCompany: '' });
});

test('shows no claim to managers, not even of their own plants', async () => {
  const companyId = await makeCompany(sql);
  const sid = await makeSite(sql, { companyId });
  await makeOwnershipClaim(sql, { sid, sn: '7EFFFF22' });
  const manager = await signedIn((await makeUser(sql, { role: 'manager', companyId })).id);
  expect(await ask('product/sn/ownership', {}, { token: manager })).toEqual({ list: [], total: 0 });
});
