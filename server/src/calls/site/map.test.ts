// site/map: the accessible plants of a list by squares of a map, whatever their number; the same plants as in the list.
import { expect, test } from 'vitest';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { updateChangedProblems } from '../../problems/updateProblems.ts';

const server = await testServer();
const { sql } = server;

const WORLD = { south: -90, west: -180, north: 90, east: 180 };

async function installer() {
  const { companyId, id } = await makeUser(sql);
  const token = await server.signedIn(id);
  const plant = (name: string, latitude: number, longitude: number, status = 0) =>
    makeSite(sql, { companyId, name, city: 'Town', latitude, longitude }).then(async (sid) => {
      await sql`update site_live set status = ${status} where sid = ${sid}`;
      return sid;
    });
  return { companyId, token, plant, ask: (body: object) => server.ask('site/map', body as never, { token }) };
}

test('returns number and extent of all plants without a view', async () => {
  const { plant, ask } = await installer();
  expect(await ask({})).toEqual({ total: 0, extent: null, clusters: [] });
  await plant('North', 60, 10);
  await plant('South', -33.9, 18.4);
  await makeSite(sql, { name: 'Of a stranger', latitude: 80, longitude: 170 });
  expect(await ask({})).toEqual({
    total: 2,
    extent: { south: -33.9, west: 10, north: 60, east: 18.4 },
    clusters: [],
  });
});

test('clusters nearby plants at low zoom and splits them when zooming in, each counted once', async () => {
  const { plant, ask } = await installer();
  const places = Array.from({ length: 40 }, (_, n) => [47 + (n % 7) * 0.13, 8 + (n % 11) * 0.21] as const);
  for (const [n, [latitude, longitude]] of places.entries())
    await plant(`P${n}`, latitude, longitude, n % 5 === 0 ? 1 : -1);
  const parted: number[] = [];
  for (const zoom of [0, 4, 8, 12, 19]) {
    const { total, clusters, extent } = await ask({ view: { zoom, ...WORLD } });
    expect(total).toBe(40);
    expect(clusters.reduce((sum, { siteCount }) => sum + siteCount, 0)).toBe(40);
    expect(clusters.reduce((sum, { statusMap }) => sum + (statusMap['1'] ?? 0), 0)).toBe(8);
    expect(extent).toEqual({
      south: Math.min(...places.map(([latitude]) => latitude)),
      north: Math.max(...places.map(([latitude]) => latitude)),
      west: Math.min(...places.map(([, longitude]) => longitude)),
      east: Math.max(...places.map(([, longitude]) => longitude)),
    });
    for (const { siteCount, sites, extent: box, latitude, longitude } of clusters) {
      expect(sites.length).toBe(siteCount <= 8 ? siteCount : 0);
      expect(latitude).toBeGreaterThanOrEqual(box.south - 1e-9);
      expect(latitude).toBeLessThanOrEqual(box.north + 1e-9);
      expect(longitude).toBeGreaterThanOrEqual(box.west - 1e-9);
      expect(longitude).toBeLessThanOrEqual(box.east + 1e-9);
    }
    parted.push(clusters.length);
  }
  expect(parted[0]).toBe(1);
  expect(parted).toEqual(parted.toSorted((one, other) => one - other));
  expect(parted.at(-1)).toBe(40);
});

test('keeps plants at one spot together and names the first ones, and returns a single plant with its status', async () => {
  const { plant, ask } = await installer();
  for (let n = 0; n < 12; n++) await plant(`Row house ${String(n).padStart(2, '0')}`, 50.00001, 9.00001);
  const alone = await plant('Alone', 49, 7, -1);
  const { clusters } = await ask({ view: { zoom: 19, ...WORLD } });
  expect(clusters).toHaveLength(2);
  const [together, single] = clusters;
  expect(together).toMatchObject({ siteCount: 12 });
  expect(together!.sites).toHaveLength(8);
  expect(single).toMatchObject({
    siteCount: 1,
    latitude: 49,
    longitude: 7,
    statusMap: { '-1': 1 },
    asleep: 0,
    sites: [{ sid: alone, siteName: 'Alone', city: 'Town', status: -1, isAsleep: false, isNight: false }],
  });
});

test('shows the same plants as the list for the same search, filters and statuses', async () => {
  const { plant, token, ask } = await installer();
  await plant('Seeblick', 47, 9, 0);
  await plant('Seeufer', 47.1, 9.1, 1);
  await plant('Bergblick', 47.2, 9.2, -1);
  for (const filters of [
    {},
    { keywords: 'see' },
    { status: '1' },
    { status: 'asleep' },
    { status: 'awake' },
    { site_name: 'blick', status: '-1' },
    { keywords: 'nothing of this' },
  ]) {
    const list = await server.ask('site/listWithSN', { filters }, { token });
    const all = await ask({ filters });
    const near = await ask({ filters, view: { zoom: 19, ...WORLD } });
    const counts = await server.ask('overview/siteStatusCounts', { filters: { ...filters, status: '' } }, { token });
    const far = await ask({ filters: { ...filters, status: '' }, view: { zoom: 0, ...WORLD } });
    // The same texts in the same language.
    for (const cluster of far.clusters) {
      expect(cluster.asleep).toBe(counts.asleep);
      for (const [status, count] of Object.entries(counts.statusMap))
        expect(cluster.statusMap[status] ?? 0).toBe(count);
    }
    expect(all.total).toBe(list.total);
    expect(near.total).toBe(list.total);
    expect(near.clusters.flatMap(({ sites }) => sites.map(({ sid }) => sid)).sort()).toEqual(
      list.list.map(({ sid }) => sid).sort(),
    );
    for (const { sites } of near.clusters)
      for (const site of sites) {
        const row = list.list.find(({ sid }) => sid === site.sid)!;
        expect(site).toMatchObject({ status: row.status, isAsleep: row.isAsleep, isNight: row.isNight });
      }
  }
});

test('leaves out plants outside the view, refuses an invalid view, and handles the poles', async () => {
  const { plant, token, ask } = await installer();
  await plant('Inside', 10, 10);
  await plant('Outside', 20, 10);
  await plant('Pole', 90, 0);
  await plant('Other pole', -90, 180);
  const view = { zoom: 6, south: 5, west: 5, north: 15, east: 15 };
  const inView = await ask({ view });
  expect(inView).toMatchObject({ total: 1, extent: { south: 10, west: 10, north: 10, east: 10 } });
  expect((await ask({ view: { ...view, south: 15, north: 5 } })).total).toBe(0);
  expect((await ask({ view: { zoom: 19, ...WORLD } })).total).toBe(4);
  for (const wrong of [{ zoom: 20 }, { zoom: 1.5 }, { south: -91 }, { east: 'x' }]) {
    const { code } = await server.call('site/map', { view: { ...view, ...wrong } as never }, { token });
    expect(code).toBe(400);
  }
});

test('shows the worst problem of a plant as its row in the list does', async () => {
  const { plant, ask, token } = await installer();
  const sid = await plant('Reversed', 10, 10);
  await plant('Sound', 20, 20);
  await sql`
    insert into events (sid, sn, code, opened_at) values
      (${sid}, '', 'wrongTimeZone', '2026-06-01T00:00:00Z'), (${sid}, '', 'reversedGrid', '2026-06-02T00:00:00Z')`;
  await updateChangedProblems(server.context);
  const { clusters } = await ask({ view: { zoom: 12, ...WORLD } });
  const sites = clusters.flatMap((cluster) => cluster.sites);
  const { list } = await server.ask('site/listWithSN', {}, { token });
  const shown = (rows: readonly { sid: string; problem: object | null; problems: number; currency: string }[]) =>
    rows.map(({ sid: ofSite, problem, problems, currency }) => ({ sid: ofSite, problem, problems, currency }));
  expect(shown(sites).toSorted((one) => (one.sid === sid ? -1 : 1))).toEqual(shown(list));
  expect(list.map(({ problem, problems }) => [problem?.code, problems])).toEqual([
    ['wrongTimeZone', 2],
    [undefined, 0],
  ]);
});
