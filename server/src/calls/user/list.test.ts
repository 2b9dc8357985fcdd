// user/list: people of the branch only; searched, filtered, sorted and paged.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, call, sql, signedIn } = await testServer();
const { distributor, boss, seller, customer, stranger } = await makeBranch(sql);
const token = await signedIn(boss.id);
const emails = async (body: object, as = token) =>
  (await ask('user/list', body, { token: as })).list.map(({ email }) => email);

test('lists the people of the branch with company and role, and nobody else', async () => {
  const { list, total } = await ask('user/list', {}, { token });
  expect(total).toBe(3);
  expect(list.map(({ email }) => email).toSorted()).toEqual(
    [boss, seller, customer].map(({ email }) => email).toSorted(),
  );
  expect(list.find(({ uid }) => uid === seller.id)).toMatchObject({
    contactPerson: '=SUM(A1)<b>',
    companyName: 'Hof & Dach',
    groupName: 'Dealer',
    state: 'active',
    invitationId: 0,
    rights: { change: true },
  });
  // The user themselves.
  expect(list.find(({ uid }) => uid === boss.id)!.rights.change).toBe(false);
  expect(await emails({}, await signedIn(seller.id))).not.toContain(boss.email);
  expect(await emails({}, await signedIn(stranger.id))).toEqual([stranger.email]);
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  expect(await emails({ page: { size: 200 } }, admin)).toEqual(expect.arrayContaining([boss.email, stranger.email]));
});

test('searches, filters, sorts and pages', async () => {
  expect(await emails({ filters: { keywords: 'hof &' } })).toHaveLength(2);
  expect(await emails({ filters: { keywords: '100%' } })).toEqual([]);
  expect(await emails({ filters: { company_id: String(distributor) } })).toEqual([boss.email]);
  expect(await emails({ filters: { company_id: 'none' } })).toEqual([]);
  const roles = await ask('user/roles', {}, { token });
  const owner = roles.list.find(({ code }) => code === 'owner')!;
  expect(await emails({ filters: { role_id: String(owner.groupId) } })).toEqual([customer.email]);
  await sql`update memberships set frozen_at = now(), frozen_reason = 'left' where user_id = ${customer.id}`;
  expect(await emails({ filters: { state: 'frozen' } })).toEqual([customer.email]);
  expect(await emails({ filters: { state: 'active' } })).toHaveLength(2);
  expect(await emails({ filters: { state: 'joined' } })).toHaveLength(3);
  await sql`update users set created_at = '2026-03-01T23:30:00Z' where id = ${customer.id}`;
  const registered = (from: string, to: string) =>
    emails({ filters: { registered_start_date: from, registered_end_date: to } });
  expect(await registered('2026-03-01', '2026-03-01')).toEqual([customer.email]);
  expect(await registered('2026-03-02', '2026-03-31')).toEqual([]);
  await sql`update users set country_code = '' where id in (${seller.id}, ${boss.id})`;
  await sql`update users set country_code = 'AT' where id = ${customer.id}`;
  expect(await emails({ filters: { country_code: 'at' } })).toEqual([customer.email]);
  expect((await emails({ filters: { country_code: 'none' } })).toSorted()).toEqual(
    [seller.email, boss.email].toSorted(),
  );
  await sql`update memberships set frozen_at = null, frozen_reason = '' where user_id = ${customer.id}`;
  const sorted = await emails({ sort: [{ field: 'email', descending: true }], page: { size: 2, num: 0 } });
  expect(sorted).toEqual(
    [boss, seller, customer]
      .map(({ email }) => email)
      .toSorted()
      .toReversed()
      .slice(0, 2),
  );
});

test('allows viewing with the pages, and requires a separate permission for each change', async () => {
  await sql`insert into roles (code, name, scope, company_id) values ('own_look', 'Looks', 'branch', ${distributor})`;
  const grant = (name: string) => sql`
    insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m where r.code = 'own_look' and m.name = ${name}`;
  await grant('Users');
  await grant('Companies');
  const looker = await makeUser(sql, { role: 'installer', companyId: distributor });
  await sql`update memberships set role_id = (select id from roles where code = 'own_look') where user_id = ${looker.id}`;
  const as = { token: await signedIn(looker.id) };
  const person = { uid: seller.id, companyId: seller.companyId };
  expect((await call('user/list', {}, as)).code).toBe(200);
  expect((await call('user/detail', person, as)).code).toBe(200);
  expect((await call('user/company/list', {}, as)).code).toBe(200);
  const changes = {
    UserCreate: () =>
      call('user/create', { email: 'new@example.com', contactPerson: 'N', companyId: 0, groupId: 0 }, as),
    UserUpdate: () => call('user/update', { ...person, city: 'Bregenz' }, as),
    UserFreeze: () => call('user/freeze', { ...person, isFrozen: false }, as),
    UserDelete: () => call('user/del', person, as),
    CompanyCreate: () =>
      call('user/company/create', { companyName: 'New', kind: 'dealer', distributorCompanyId: 0 }, as),
    CompanyUpdate: () => call('user/company/update', { id: seller.companyId, companyName: 'Other' }, as),
    CompanyDelete: () => call('user/company/del', { id: seller.companyId }, as),
  };
  for (const change of Object.values(changes)) expect(await change()).toMatchObject({ status: 403, code: 403 });
  for (const [button, change] of Object.entries(changes)) {
    await sql`
      delete from role_menus where role_id = (select id from roles where code = 'own_look')
        and menu_id in (select id from menus where mode = 2)`;
    await grant(button);
    as.token = await signedIn(looker.id);
    // A permission opens only its own call; requests may still be refused for their content.
    for (const [other, ask] of Object.entries(changes)) if (other !== button) expect((await ask()).code).toBe(403);
    expect((await change()).code).not.toBe(403);
  }
});
