// problem/assignees: the caller first, then people of the branch who see the devices of the plant.
import { ERROR_CODES } from '@heliograph/contract/errors.ts';
import { expect, test } from 'vitest';
import { makeCompany, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { sql, ask, call, signedIn } = await testServer();
const user = await makeUser(sql);
const token = await signedIn(user.id);
const sid = await makeSite(sql, { companyId: user.companyId });
const named = async (name: string, of: Parameters<typeof makeUser>[1]) => {
  const one = await makeUser(sql, of);
  await sql`update users set name = ${name} where id = ${one.id}`;
  return one;
};
await sql`update users set name = 'Zoe' where id = ${user.id}`;
const below = await makeCompany(sql, { parentId: user.companyId });
await named('Ben', { companyId: user.companyId });
await named('Anna', { companyId: user.companyId });
// Works for a company below, whose branch this plant is not in.
await named('Uma', { companyId: below });
const guest = await named('Gil', { companyId: below });
await shareSite(sql, sid, guest.id);
await shareSite(sql, sid, (await named('Foreign guest', {})).id);
await named('Owner of nothing', { companyId: user.companyId, role: 'owner' });

const namesFor = async (body: object = {}, as = token) =>
  (await ask('problem/assignees', { sid, ...body }, { token: as })).list.map(({ name }) => name);

test('lists the caller first, then the people of the branch who see the plant, by name', async () => {
  expect(await namesFor()).toEqual(['Zoe', 'Anna', 'Ben', 'Gil']);
  expect(await namesFor({ page: { size: 2, num: 1 } })).toEqual(['Ben', 'Gil']);
  expect(await namesFor({ filters: { keywords: 'an' } })).toEqual(['Anna']);
  expect(await ask('problem/assignees', { sid, page: { size: 1, num: 0 } }, { token })).toMatchObject({ total: 4 });
});

test('shows an owner nobody else', async () => {
  const owner = await named('Olga', { role: 'owner' });
  const own = await makeSite(sql, { companyId: user.companyId, ownerId: owner.id });
  await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m where r.code = 'owner' and m.name = 'SiteUpdate' on conflict do nothing`;
  expect(await namesFor({ sid: own }, await signedIn(owner.id))).toEqual(['Olga']);
});

test('names nobody to a guest, and hides the plant from a stranger', async () => {
  await sql`insert into role_menus (role_id, menu_id) select r.id, m.id from roles r, menus m on conflict do nothing`;
  const asGuest = await signedIn(guest.id);
  expect(await ask('problem/assignees', { sid }, { token: asGuest })).toEqual({ list: [], total: 0 });
  const stranger = await signedIn((await makeUser(sql)).id);
  expect((await call('problem/assignees', { sid }, { token: stranger })).code).toBe(ERROR_CODES.siteNotFound);
});
