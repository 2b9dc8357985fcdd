// user/detail: plants and other places as far as the branch goes; one answer for foreign and missing.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeSite, rootCompany } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const { distributor, dealer, boss, customer, stranger } = await makeBranch(sql);
const token = await signedIn(boss.id);
const foreignToken = await signedIn(stranger.id);

test('user/detail tells plants and other places of the branch; foreign and missing alike', async () => {
  await makeSite(sql, { companyId: dealer, ownerId: customer.id });
  await makeSite(sql, { companyId: dealer, installerId: customer.id });
  await makeSite(sql, { ownerId: customer.id });
  const which = { uid: customer.id, companyId: dealer };
  const alone = await ask('user/detail', which, { token });
  expect(alone).toMatchObject({
    ownPlants: 1,
    installerPlants: 1,
    places: [],
    isLastPlace: true,
    mayChangeProfile: true,
  });
  await sql`insert into memberships (user_id, company_id, role_id) select ${customer.id}, ${distributor}, id from roles where code = 'owner'`;
  await sql`insert into memberships (user_id, company_id, role_id) select ${customer.id}, ${await rootCompany(sql)}, id from roles where code = 'owner'`;
  const both = await ask('user/detail', which, { token });
  // The third is none of the caller's.
  expect(both.places.map(({ companyName }) => companyName)).toEqual(['Nord Solar']);
  expect(both).toMatchObject({ isLastPlace: false, mayChangeProfile: false });
  const refused = (body: { uid: number; companyId: number }, as = token) => call('user/detail', body, { token: as });
  const missing = await refused({ uid: 2_000_000, companyId: dealer });
  expect(missing).toMatchObject({ code: 1453 });
  expect(await refused(which, foreignToken)).toEqual(missing);
  expect(await refused({ uid: stranger.id, companyId: stranger.companyId })).toEqual(missing);
  expect(await refused({ uid: 0, companyId: dealer })).toEqual(missing);
});
