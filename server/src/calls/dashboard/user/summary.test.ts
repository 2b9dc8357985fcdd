// dashboard/user/summary: accounts of the branch by role, country and day.
import { expect, test } from 'vitest';
import { makeCompany, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';
import { indexUsers } from '../../../access/peopleIndex.ts';
import { rollupCounts } from '../../../fleet/rollupCounts.ts';

const server = await testServer();
const { sql, context } = server;

test('counts each account of the branch once in total, and once in each of its roles', async () => {
  const distributor = await makeUser(sql, { role: 'distributor' });
  const dealers = await makeCompany(sql, { parentId: distributor.companyId, kind: 'dealer' });
  const installers = await makeCompany(sql, { parentId: dealers });
  const both = await makeUser(sql, { role: 'dealer', companyId: dealers });
  await sql`
    insert into memberships (user_id, company_id, role_id) select ${both.id}, ${installers}, id from roles where code = 'installer'`;
  await indexUsers(sql, [both.id]);
  const installer = await makeUser(sql, { companyId: installers });
  await sql`update users set country_code = 'DE' where id in (${both.id}, ${installer.id})`;
  await sql`update users set created_at = '2026-01-01'`;
  await sql`update users set created_at = '2026-06-14T23:30:00Z' where id = ${installer.id}`;
  await makeUser(sql);
  await rollupCounts(context);
  const token = await server.signedIn(distributor.id);
  const summary = await server.ask('dashboard/user/summary', {}, { token });
  expect(summary).toMatchObject({
    total: 3,
    isCounted: true,
    countries: [
      { code: 'DE', name: 'Germany', count: 2 },
      { code: '', name: '', count: 1 },
    ],
  });
  expect(Object.fromEntries(summary.roles.map(({ code, count }) => [code, count]))).toEqual({
    distributor: 1,
    dealer: 1,
    installer: 2,
  });
  expect(summary.days.map(({ users }) => users)).toEqual([0, 0, 0, 0, 0, 1, 0]);
  expect(summary.weeks.at(-2)).toEqual({ from: '2026-06-08', to: '2026-06-14', users: 1 });
  // Each figure equals that of the list it links to, except for users of two companies: one row per membership.
  const listed = async (filters: object) => (await server.ask('user/list', { filters }, { token })).total;
  for (const { groupId, count } of summary.roles)
    expect(await listed({ role_id: String(groupId), state: 'joined' })).toBe(count);
  const [week] = summary.weeks.slice(-2);
  expect(await listed({ state: 'joined', registered_start_date: week!.from, registered_end_date: week!.to })).toBe(
    week!.users,
  );
  // The branch below does not see the role in another company.
  const below = await server.ask('dashboard/user/summary', {}, { token: await server.signedIn(installer.id) });
  expect(below).toMatchObject({ total: 2 });
  expect(below.roles.map(({ code, count }) => [code, count])).toEqual([['installer', 2]]);
  const [all] = await sql<{ n: number }[]>`select count(*)::int as n from users`;
  const administrator = await makeUser(sql, { role: 'administrator' });
  const everything = { token: await server.signedIn(administrator.id) };
  expect((await server.ask('dashboard/user/summary', {}, everything)).total).toBe(all!.n);
  await rollupCounts(context);
  expect((await server.ask('dashboard/user/summary', {}, everything)).total).toBe(all!.n + 1);
  await sql`delete from users where id = ${installer.id}`;
  await rollupCounts(context);
  expect((await server.ask('dashboard/user/summary', {}, everything)).total).toBe(all!.n);
});
