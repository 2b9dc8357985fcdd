// user/detail: plants and other memberships within the branch; the same error for inaccessible and missing people.

import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeSite, rootCompany } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { indexUsers } from '../../access/peopleIndex.ts';

const { ask, call, sql, signedIn } = await testServer();
const { distributor, dealer, boss, customer, stranger } = await makeBranch(sql);
const token = await signedIn(boss.id);
const foreignToken = await signedIn(stranger.id);

test('returns plants and other memberships of the branch, with the same error for inaccessible and missing people', async () => {
  await makeSite(sql, { companyId: dealer, ownerId: customer.id });
  await makeSite(sql, { companyId: dealer, installerId: customer.id });
  await makeSite(sql, { ownerId: customer.id });
  const key = { uid: customer.id, companyId: dealer };
  const alone = await ask('user/detail', key, { token });
  expect(alone).toMatchObject({
    ownPlants: 1,
    installerPlants: 1,
    places: [],
    isLastPlace: true,
    mayChangeProfile: true,
  });
  await sql`insert into memberships (user_id, company_id, role_id) select ${customer.id}, ${distributor}, id from roles where code = 'owner'`;
  await sql`insert into memberships (user_id, company_id, role_id) select ${customer.id}, ${await rootCompany(sql)}, id from roles where code = 'owner'`;
  await indexUsers(sql, [customer.id]);
  const both = await ask('user/detail', key, { token });
  // The requester does not see the third one.
  expect(both.places.map(({ companyName }) => companyName)).toEqual(['Nord Solar']);
  expect(both).toMatchObject({ isLastPlace: false, mayChangeProfile: false });
  const refused = (body: { uid: number; companyId: number }, as = token) => call('user/detail', body, { token: as });
  const missing = await refused({ uid: 2_000_000, companyId: dealer });
  expect(missing).toMatchObject({ code: 1453 });
  expect(await refused(key, foreignToken)).toEqual(missing);
  expect(await refused({ uid: stranger.id, companyId: stranger.companyId })).toEqual(missing);
  expect(await refused({ uid: 0, companyId: dealer })).toEqual(missing);
});
