// overview/siteStatusCounts: number of accessible plants in each status.
import { expect, test } from 'vitest';
import { makeCompany, makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';

const server = await testServer();
const { sql } = server;

test('counts the accessible plants by status', async () => {
  const distributor = await makeUser(sql, { role: 'distributor' });
  const companyId = await makeCompany(sql, { parentId: distributor.companyId });
  for (const [sid, status] of [
    [await makeSite(sql, { companyId }), 0],
    [await makeSite(sql, { companyId }), 0],
    [await makeSite(sql, { companyId }), 1],
    [await makeSite(sql, { companyId: distributor.companyId }), -1],
    [await makeSite(sql), 0],
  ] as const) {
    await sql`update site_live set status = ${status} where sid = ${sid}`;
  }
  // Whatever its devices report: its commissioning day is in the future.
  const early = await makeSite(sql, { companyId, commissionedOn: null });
  await sql`update site_live set status = 0 where sid = ${early}`;
  // Commissioned, but its device has never reported and it has no live row.
  const { sid: silent } = await makeDevice(sql, { sid: await makeSite(sql, { companyId }) });
  await sql`delete from site_live where sid = ${silent}`;
  const counts = await server.ask('overview/siteStatusCounts', {}, { token: await server.signedIn(distributor.id) });
  expect(counts.siteCount).toBe(6);
  expect(counts.statusMap).toMatchObject({ '0': 2, '1': 1, '-1': 2, '2': 1 });
});

test('always includes online and offline', async () => {
  const token = await server.signedIn((await makeUser(sql, { role: 'owner' })).id);
  const { siteCount, statusMap } = await server.ask('overview/siteStatusCounts', {}, { token });
  expect(siteCount).toBe(0);
  expect(statusMap).toMatchObject({ '0': 0, '-1': 0 });
});

test.each([
  ['at noon', '2026-06-15T10:00:00Z', 0],
  ['at night', '2026-06-15T22:30:00Z', 2],
])('finds by each filter as many plants as the counter and the rows show, %s', async (_, now, asleep) => {
  server.clock.set(now);
  const { companyId, id } = await makeUser(sql);
  const token = await server.signedIn(id);
  const reportedAt = new Date(Date.parse(now) - 120_000);
  const dusk = new Date('2026-06-15T19:40:00Z');
  const plantWith = async (...devices: { product?: string; at: Date; status: number }[]) => {
    const sid = await makeSite(sql, { companyId });
    for (const { product, at, status } of devices) {
      const { sn } = await makeDevice(sql, { sid, ...(product ? { product } : {}) });
      await sql`update device_live set status = ${status}, at = ${at}, power_w = 0, version = version + 1 where sn = ${sn}`;
    }
    const latest = new Date(Math.max(...devices.map(({ at }) => at.getTime())));
    await sql`
      update site_live set status = ${devices[0]!.status}, at = ${latest}, fresh_until = ${new Date(latest.getTime() + 900_000)}
      where sid = ${sid}`;
  };
  const micros = asleep > 0 ? dusk : reportedAt;
  await plantWith({ at: micros, status: 0 });
  await plantWith({ at: micros, status: 0 }, { at: micros, status: 0 });
  // Its meter also reports at night.
  await plantWith({ product: 'Meter', at: reportedAt, status: 0 }, { at: micros, status: 0 });
  await plantWith({ at: reportedAt, status: 1 });
  await plantWith({ at: new Date('2026-06-13T10:00:00Z'), status: -1 });
  const counts = await server.ask('overview/siteStatusCounts', {}, { token });
  expect(counts).toMatchObject({ siteCount: 5, asleep, statusMap: { '0': 3, '1': 1, '-1': 1 } });
  const expected: Record<string, number> = {
    awake: counts.statusMap['0']! - counts.asleep,
    asleep: counts.asleep,
    '1': counts.statusMap['1']!,
    '-1': counts.statusMap['-1']!,
    '2': counts.statusMap['2']!,
  };
  let all = 0;
  for (const [status, count] of Object.entries(expected)) {
    const { list, total } = await server.ask('site/listWithSN', { filters: { status } }, { token });
    expect([status, total, list.length]).toEqual([status, count, count]);
    for (const row of list) {
      expect(row.isAsleep ? 'asleep' : row.status === 0 ? 'awake' : String(row.status)).toBe(status);
      // Nothing without live data is counted as online.
      expect(row.reporting === 0).toBe(row.isAsleep || row.status === -1);
      const overview = await server.ask('site/overview', { sid: row.sid }, { token });
      expect([overview.status, overview.isAsleep]).toEqual([row.status, row.isAsleep]);
    }
    const filtered = await server.ask('overview/siteStatusCounts', { filters: { status } }, { token });
    expect(filtered).toMatchObject({ siteCount: 5, totals: { siteCount: count } });
    all += count;
  }
  expect(all).toBe(counts.siteCount);
  // API clients that know only the integers of the API find as many as before.
  expect((await server.ask('site/listWithSN', { filters: { status: '0' } }, { token })).total).toBe(3);

  const devices = await server.ask('device/list', {}, { token });
  for (const status of ['awake', 'asleep', '1', '-1']) {
    const { list } = await server.ask('device/list', { filters: { status } }, { token });
    const fit = devices.list.filter(
      (row) => (row.isAsleep ? 'asleep' : row.status === 0 ? 'awake' : String(row.status)) === status,
    );
    expect(list.map(({ sn }) => sn).sort()).toEqual(fit.map(({ sn }) => sn).sort());
  }
  expect(devices.list.filter((row) => row.isAsleep)).toHaveLength(asleep === 0 ? 0 : 4);
});
