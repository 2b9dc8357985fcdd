// device/modules/list: the panels of all accessible plants, the same as on the page of each plant.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../../test/factories.ts';
import { makeSample } from '../../../../test/readings.ts';
import { testServer } from '../../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql, { role: 'distributor' });
const token = await server.signedIn(user.id);
const companyId = await makeCompany(sql, { parentId: user.companyId });
const barn = await makeSite(sql, { companyId, name: 'Barn' });
const shed = await makeSite(sql, { sharedWith: [user.id], name: 'a shed' });
const foreign = await makeSite(sql, { name: 'Foreign' });
await makeDevice(sql, { sid: barn, sn: 'AB000001' });
await makeDevice(sql, { sid: barn, sn: 'AB000002', product: 'BDM-800' });
await makeDevice(sql, { sid: shed, sn: 'AB000003' });
await makeDevice(sql, { sid: foreign, sn: 'AB000009' });
await makeDevice(sql, { sid: barn, product: 'Meter' });
const { sn: removed } = await makeDevice(sql, { sid: barn });
await sql`update devices set removed_at = now() where sn = ${removed}`;
// Reports two inputs; settings exist for a third one.
await makeSample(sql, {
  sid: barn,
  sn: 'AB000002',
  at: '2026-06-15T09:58:00Z',
  quantities: { powerW: 200, input1PowerW: 150, input2PowerW: 50, input1VoltageV: 30 },
});
await sql`insert into modules (sid, sn, input, label, product) values (${barn}, 'AB000002', 3, 'East 100%', 'Sun 400')`;
await sql`insert into modules (sid, sn, input, label) values (${foreign}, 'AB000009', 1, 'East 100%')`;

const labelsFor = async (filters: object, more: object = {}) => {
  const { list, total } = await server.ask('device/modules/list', { filters, ...more }, { token });
  expect(total).toBe(list.length);
  return list.map(({ plcSN }) => plcSN);
};

test('names inputs like the pages of their plants, sorted by plant', async () => {
  expect(await labelsFor({})).toEqual(['AB000003_1', 'AB000001_1', 'AB000002_1', 'AB000002_2', 'AB000002_3']);
  const ofPlants: string[] = [];
  for (const sid of [shed, barn])
    for (const { modules } of (await server.ask('site/modules', { sid }, { token })).list)
      ofPlants.push(...modules.map(({ plcSN }) => plcSN));
  expect(ofPlants).toEqual(await labelsFor({}));
  const { list } = await server.ask('device/modules/list', { filters: { sid: barn } }, { token });
  expect(list.map(({ now, label, product, isEstimated }) => [now, label, product, isEstimated])).toEqual([
    [null, '', '', false],
    [150, '', '', false],
    [50, '', '', false],
    [null, 'East 100%', 'Sun 400', false],
  ]);
  expect(list[1]).toMatchObject({
    sid: barn,
    siteName: 'Barn',
    sn: 'AB000002',
    input: 1,
    modelName: 'BDM-800',
    status: 0,
    isAsleep: false,
    lastUpdateIso: '2026-06-15T11:58:00+02:00',
    nowUnit: 'W',
  });
});

test('searches plants, names, products and numbers, and treats input as plain text', async () => {
  expect(await labelsFor({ keywords: 'ab000002_2' })).toEqual(['AB000002_2']);
  expect(await labelsFor({ keywords: 'AB000002' })).toHaveLength(3);
  expect(await labelsFor({ keywords: 'SHED' })).toEqual(['AB000003_1']);
  expect(await labelsFor({ keywords: '100%' })).toEqual(['AB000002_3']);
  expect(await labelsFor({ keywords: 'sun 4' })).toEqual(['AB000002_3']);
  for (const keywords of ['%', '_', 'AB_00', '\\'])
    expect(await labelsFor({ keywords })).toEqual(keywords === '%' ? ['AB000002_3'] : []);
  expect(await labelsFor({ sid: foreign })).toEqual([]);
});

test('pages in both directions of both sort orders', async () => {
  const orders = [
    [{ field: 'sn' }, ['AB000001_1', 'AB000002_1', 'AB000002_2', 'AB000002_3', 'AB000003_1']],
    [{ field: 'sn', descending: true }, ['AB000003_1', 'AB000002_1', 'AB000002_2', 'AB000002_3', 'AB000001_1']],
    [{ field: 'siteName', descending: true }, ['AB000001_1', 'AB000002_1', 'AB000002_2', 'AB000002_3', 'AB000003_1']],
  ] as const;
  for (const [sort, expected] of orders) {
    const read: string[] = [];
    for (let num = 0; num < 4; num++) {
      const { list, total } = await server.ask(
        'device/modules/list',
        { sort: [sort], page: { size: 2, num } },
        { token },
      );
      // Beyond the last page there are no rows, but the same total.
      expect([num, total]).toEqual([num, 5]);
      read.push(...list.map(({ plcSN }) => plcSN));
    }
    expect(read).toEqual(expected);
  }
});

test('shows no panels to a stranger, or to an owner of no plant', async () => {
  for (const role of ['installer', 'owner'] as const) {
    const stranger = await server.signedIn((await makeUser(sql, { role })).id);
    expect(await server.ask('device/modules/list', {}, { token: stranger })).toEqual({
      list: [],
      total: 0,
      hasMore: false,
    });
  }
});

test('limits counts and lists, reports that, and finds the others by search', async () => {
  const many = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: many.companyId, name: 'Field' });
  const { sn: model } = await makeDevice(sql, { sid, sn: 'CC000000' });
  await sql`
    insert into devices (sid, sn, product_id, created_at, seen_by)
    select sid, 'CC' || lpad(n::text, 6, '0'), product_id, created_at, seen_by from devices, generate_series(1, 10001) n where sn = ${model}`;
  const its = await server.signedIn(many.id);
  const ask = async (keywords: string, num = 0) =>
    await server.ask('device/modules/list', { filters: { keywords }, page: { size: 100, num } }, { token: its });
  expect(await ask('')).toMatchObject({ total: 10_000, hasMore: true });
  expect((await ask('', 99)).list.map(({ sn }) => sn).at(-1)).toBe('CC009999');
  expect(await ask('', 100)).toMatchObject({ list: [], total: 10_000, hasMore: true });
  const last = await ask('cc010001');
  expect(last).toMatchObject({ total: 1, hasMore: false });
  expect(last.list.map(({ plcSN }) => plcSN)).toEqual(['CC010001_1']);
  expect(await ask('field')).toMatchObject({ total: 2000, hasMore: true });
  expect(await ask('CC00')).toMatchObject({ total: 2000, hasMore: true });
  expect(await ask('CC0100')).toMatchObject({ total: 2, hasMore: false });
});

test('lists inputs of a device whose model has none, if its samples or settings have them', async () => {
  const one = await makeUser(sql);
  const sid = await makeSite(sql, { companyId: one.companyId, name: 'Mill' });
  const { sn: tells } = await makeDevice(sql, { sid, product: 'Meter' });
  const { sn: configured } = await makeDevice(sql, { sid, product: 'Meter' });
  await makeDevice(sql, { sid, product: 'Meter' });
  await makeSample(sql, { sid, sn: tells, at: '2026-06-15T09:58:00Z', quantities: { powerW: 5, input2PowerW: 5 } });
  await sql`insert into modules (sid, sn, input, label) values (${sid}, ${configured}, 4, 'Under the wheel')`;
  const its = await server.signedIn(one.id);
  const listed = async (keywords: string) =>
    (await server.ask('device/modules/list', { filters: { keywords } }, { token: its })).list
      .map(({ plcSN }) => plcSN)
      .toSorted();
  const all = [`${tells}_2`, `${configured}_4`].toSorted();
  expect(await listed('')).toEqual(all);
  expect(await listed('mill')).toEqual(all);
  expect(await listed(configured)).toEqual([`${configured}_4`]);
  expect(await listed('wheel')).toEqual([`${configured}_4`]);
  const { list } = await server.ask('site/modules', { sid }, { token: its });
  expect(list.flatMap(({ modules }) => modules.map(({ plcSN }) => plcSN)).toSorted()).toEqual(all);
});
