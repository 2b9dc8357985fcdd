// device/alerts/companies, and device/alerts filtered by one: the branch of the selected company and no other.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { testServer } from '../../../../test/testServer.ts';

/** It is 2026-06-15T10:00:00Z. */
const { sql, ask, call, signedIn } = await testServer();
const dealer = await makeUser(sql, { role: 'dealer' });
const [south, north] = [
  await makeCompany(sql, { parentId: dealer.companyId, name: 'solar south' }),
  await makeCompany(sql, { parentId: dealer.companyId, name: 'Solar North' }),
];
const below = await makeCompany(sql, { parentId: south, name: 'Under South' });
const foreign = await makeCompany(sql, { name: 'Somebody else' });
const token = await signedIn(dealer.id);
for (const [companyId, name] of [
  [dealer.companyId, 'Own'],
  [south, 'South'],
  [below, 'Below'],
  [north, 'North'],
  [foreign, 'Foreign'],
] as const) {
  const sid = await makeSite(sql, { companyId, name });
  const { sn } = await makeDevice(sql, { sid });
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at) values
      (${sid}, ${sn}, '0800', '2026-06-15T09:00:00Z', null),
      (${sid}, ${sn}, '2000', '2026-06-15T07:00:00Z', '2026-06-15T08:00:00Z')`;
}
const plantsOf = async (filters: object) => {
  const { list, total, open } = await ask('device/alerts', { filters }, { token });
  return { plants: list.map(({ siteName }) => siteName).toSorted(), total, open };
};

test('lists the own company and those below by name, all to an administrator, and none to an owner', async () => {
  const { list } = await ask('device/alerts/companies', {}, { token });
  expect(list.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(
    [dealer.companyId, south, north, below].toSorted((one, other) => one - other),
  );
  expect(list.map(({ name }) => name.toLowerCase())).toEqual(list.map(({ name }) => name.toLowerCase()).toSorted());
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const all = await ask('device/alerts/companies', {}, { token: admin });
  expect(all.list).toContainEqual({ id: foreign, name: 'Somebody else' });
});

test('filters open and ended alerts and their counts by the branch of a company', async () => {
  expect(await plantsOf({ company: south })).toEqual({
    plants: ['Below', 'Below', 'South', 'South'],
    total: 4,
    open: 2,
  });
  expect(await plantsOf({ company: below, state: 'open' })).toEqual({ plants: ['Below'], total: 1, open: 1 });
  expect(await plantsOf({ company: dealer.companyId, state: 'closed' })).toEqual({
    plants: ['Below', 'North', 'Own', 'South'],
    total: 4,
    open: 4,
  });
  const { list } = await ask('device/alerts', { filters: { company: south }, page: { size: 3, num: 1 } }, { token });
  expect(list).toHaveLength(1);
});

test('refuses a company of another tree and a missing one alike', async () => {
  for (const company of [foreign, 2_000_000_000])
    expect(await call('device/alerts', { filters: { company } }, { token })).toMatchObject({ code: 1021, data: {} });
  // Companies beside or above are not part of the user's own branch.
  const installer = await makeUser(sql, { companyId: below });
  const own = await signedIn(installer.id);
  for (const company of [south, dealer.companyId])
    expect(await call('device/alerts', { filters: { company } }, { token: own })).toMatchObject({ code: 1021 });
});

test('includes alerts that ended in the month before the last requested day', async () => {
  const sid = await makeSite(sql, { companyId: north, name: 'Long ago' });
  const { sn } = await makeDevice(sql, { sid });
  await sql`
    insert into events (sid, sn, code, opened_at, closed_at) values
      (${sid}, ${sn}, '0002', '2026-02-20T09:00:00Z', '2026-02-20T10:00:00Z'),
      (${sid}, ${sn}, '0002', '2026-01-20T09:00:00Z', '2026-01-20T10:00:00Z')`;
  expect((await plantsOf({ company: north, state: 'closed', end_date: '2026-03-01' })).plants).toEqual(['Long ago']);
  expect(
    (await plantsOf({ company: north, state: 'closed', start_date: '2026-01-01', end_date: '2026-03-01' })).total,
  ).toBe(2);
});

test('finds companies beyond the limit of the list by name, and one by ID', async () => {
  const few = await ask('device/alerts/companies', { keywords: 'SOUTH' }, { token });
  expect(few).toEqual({
    list: [
      { id: south, name: 'solar south' },
      { id: below, name: 'Under South' },
    ],
    more: false,
  });
  expect((await ask('device/alerts/companies', { keywords: 'else' }, { token })).list).toEqual([]);
  expect((await ask('device/alerts/companies', { id: north }, { token })).list).toEqual([
    { id: north, name: 'Solar North' },
  ]);
  expect((await ask('device/alerts/companies', { id: foreign }, { token })).list).toEqual([]);
  await sql`insert into companies (parent_id, kind, name) select ${south}, 'installer', 'Branch ' || n from generate_series(1, 500) n`;
  const admin = await signedIn((await makeUser(sql, { role: 'administrator' })).id);
  const many = await ask('device/alerts/companies', {}, { token: admin });
  expect([many.list.length, many.more]).toEqual([500, true]);
  expect((await ask('device/alerts/companies', { keywords: 'else' }, { token: admin })).list).toEqual([
    { id: foreign, name: 'Somebody else' },
  ]);
});
