// product/sn/requests: who has a number in stock sees which company's plant announces it, and nothing more.
import { expect, test } from 'vitest';
import { makeClaimRequest, makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

const { sql, ask, signedIn } = await testServer();
const seller = await makeCompany(sql);
const asSeller = await signedIn((await makeUser(sql, { role: 'manager', companyId: seller })).id);
const asOther = await signedIn((await makeUser(sql, { role: 'manager', companyId: await makeCompany(sql) })).id);
const asAdministrator = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
const numbersOf = async (token: string) =>
  (await ask('product/sn/requests', {}, { token })).list.map(({ sn }) => sn).toSorted();

test('lists requests for the own stock with the company that asks, and for administrators all of stock or entered', async () => {
  const companyId = await makeCompany(sql, { name: 'Sun & Sons' });
  const sid = await makeSite(sql, { companyId });
  await sql`insert into serial_numbers (sn, stock_of, entered_at) values ('5FD00001', ${seller}, now())`;
  await sql`insert into serial_numbers (sn, entered_at) values ('5FD00002', now())`;
  await sql`insert into serial_numbers (sn, first_seen_at) values ('5FD00003', now())`;
  for (const sn of ['5FD00001', '5FD00002', '5FD00003', '5FD00004']) await makeClaimRequest(sql, { sid, sn });
  const { list, total } = await ask('product/sn/requests', {}, { token: asSeller });
  expect(total).toBe(1);
  expect(list).toEqual([
    {
      id: expect.any(String) as string,
      sn: '5FD00001',
      companyName: 'Sun & Sons',
      askedIso: '2026-01-01T00:00:00.000Z',
      dueIso: '2099-01-01T00:00:00.000Z',
    },
  ]);
  expect(await numbersOf(asOther)).toEqual([]);
  expect(await numbersOf(asAdministrator)).toEqual(['5FD00001', '5FD00002']);
});

test('leaves out requests of unconfirmed companies, of owners without one, and for numbers in a plant', async () => {
  const unconfirmed = await makeCompany(sql);
  await sql`update companies set is_confirmed = false where id = ${unconfirmed}`;
  const owner = await makeUser(sql, { role: 'owner' });
  const ownersSite = await makeSite(sql, { companyId: owner.companyId, ownerId: owner.id });
  await sql`update sites set created_by = ${owner.id} where sid = ${ownersSite}`;
  const before = await numbersOf(asSeller);
  const plants = [await makeSite(sql, { companyId: unconfirmed }), ownersSite];
  for (const [n, sid] of plants.entries()) {
    await sql`insert into serial_numbers (sn, stock_of) values (${`5FD0001${n}`}, ${seller})`;
    await makeClaimRequest(sql, { sid, sn: `5FD0001${n}` });
  }
  const taken = await makeDevice(sql);
  await sql`update serial_numbers set stock_of = ${seller} where sn = ${taken.sn}`;
  await makeClaimRequest(sql, { sid: await makeSite(sql), sn: taken.sn });
  expect(await numbersOf(asSeller)).toEqual(before);
});
