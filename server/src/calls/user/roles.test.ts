// user/roles: no role with more permissions than the user's own.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();
const { boss } = await makeBranch(sql);
const token = await signedIn(boss.id);

test('returns no role with more permissions than the user’s own', async () => {
  const codes = async (as: string) => (await ask('user/roles', {}, { token: as })).list.map(({ code }) => code);
  const own = await codes(token);
  expect(own).toEqual(expect.arrayContaining(['distributor', 'dealer', 'installer', 'owner']));
  expect(own).not.toContain('administrator');
  // With a further permission, the role is no longer assignable.
  await sql`delete from role_menus where role_id = (select id from roles where code = 'distributor') and menu_id = (select id from menus where name = 'SiteDelete')`;
  expect(await codes(token)).toEqual(['distributor', 'owner']);
  const installer = await signedIn((await makeUser(sql)).id);
  // Creating companies is not a permission of installers.
  expect(await codes(installer)).toEqual(['installer', 'owner']);
});
