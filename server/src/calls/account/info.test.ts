// account/info: the profile as public API clients read it.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();

test('returns country and state names in the requested language, and the owner of the company', async () => {
  const companyId = await makeCompany(sql, { name: 'Sonnenbau' });
  const boss = await makeUser(sql, { companyId, email: 'boss@example.com' });
  await sql`update memberships set is_company_owner = true where user_id = ${boss.id}`;
  const { id } = await makeUser(sql, { companyId, name: 'Ines' });
  await sql`update users set country_code = 'DE', state_code = 'DE-BW', city = 'Konstanz', phone = '+49 1' where id = ${id}`;
  const token = await signedIn(id);
  expect(await ask('account/info', {}, { token, headers: { lan: '3' } })).toMatchObject({
    uid: id,
    countryCode: 'DE',
    countryName: 'Deutschland',
    StateCode: 'DE-BW',
    stateName: 'Baden-Württemberg',
    city: 'Konstanz',
    contactPerson: 'Ines',
    contactNumber: '+49 1',
    groupName: 'Installateur',
    companyName: 'Sonnenbau',
    company_id: companyId,
    parent_id: boss.id,
    parent_email: 'boss@example.com',
    isCompanyOwner: 0,
    isBlack: 0,
  });
});

test('does not reveal the owner of the root company to a plant owner', async () => {
  const administrator = await makeUser(sql, { role: 'administrator' });
  await sql`update memberships set is_company_owner = true where user_id = ${administrator.id}`;
  const owner = await makeUser(sql, { role: 'owner' });
  const profile = await ask('account/info', {}, { token: await signedIn(owner.id) });
  expect(profile).toMatchObject({ parent_id: 0, parent_email: '' });
});
