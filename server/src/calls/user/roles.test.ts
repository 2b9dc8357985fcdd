// user/roles: no role that may more than the caller.
import { expect, test } from 'vitest';
import { makeBranch } from '../../../test/branch.ts';
import { makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const { ask, sql, signedIn } = await testServer();
const { boss } = await makeBranch(sql);
const token = await signedIn(boss.id);

test('user/roles offers no role that may more than the caller', async () => {
  const codes = async (as: string) => (await ask('user/roles', {}, { token: as })).list.map(({ code }) => code);
  const own = await codes(token);
  expect(own).toEqual(expect.arrayContaining(['distributor', 'dealer', 'installer', 'owner']));
  expect(own).not.toContain('administrator');
  // A further permission, and the role is not theirs to give.
  await sql`delete from role_menus where role_id = (select id from roles where code = 'distributor') and menu_id = (select id from menus where name = 'SiteDelete')`;
  expect(await codes(token)).toEqual(['distributor', 'owner']);
  const installer = await signedIn((await makeUser(sql)).id);
  // Companies are not an installer's to make.
  expect(await codes(installer)).toEqual(['installer', 'owner']);
});
