// site/updateFast: changes only the given fields, keeps past prices, adds and releases devices, and detects concurrent edits.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser, shareSite } from '../../../test/factories.ts';
import { makeDay } from '../../../test/readings.ts';
import { testServer } from '../../../test/testServer.ts';
import { readingOfFile, readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';

const server = await testServer();
const { sql, clock } = server;
clock.set('2026-06-15T10:00:00Z');
const installer = await makeUser(sql);
const token = await server.signedIn(installer.id);
const plant = () => makeSite(sql, { companyId: installer.companyId, price: 0.2 });

test('changes the given fields and nothing else', async () => {
  const sid = await plant();
  const before = await server.ask('site/detail', { sid }, { token });
  expect(await server.ask('site/updateFast', { sid, siteName: 'Renamed', version: 1 }, { token })).toEqual({
    sid,
    version: 2,
    credentials: [],
  });
  expect(await server.ask('site/detail', { sid }, { token })).toEqual({ ...before, siteName: 'Renamed', version: 2 });
});

test('sets a new price valid from the plant’s today, and replaces it when set twice on one day', async () => {
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 1000 });
  await makeDay(sql, { sid, sn, day: '2026-06-15', energyWh: 1000 });
  await server.ask('site/updateFast', { sid, electricityPrice: 0.9 }, { token });
  await server.ask('site/updateFast', { sid, electricityPrice: 0.4, feedInPrice: 0.08 }, { token });
  const prices =
    await sql`select valid_from, price, feed_in_price from site_prices where sid = ${sid} order by valid_from`;
  expect(prices).toEqual([
    { validFrom: '2000-01-01', price: 0.2, feedInPrice: null },
    { validFrom: '2026-06-15', price: 0.4, feedInPrice: 0.08 },
  ]);
  const { statisticsProduction } = await server.ask('site/overview', { sid }, { token });
  expect(statisticsProduction).toMatchObject({ yesterdayMoney: '0.20', todayMoney: '0.40', totalMoney: '0.60' });
});

test('refuses a change based on an outdated version, and one of two concurrent ones', async () => {
  const sid = await plant();
  const answers = await Promise.all(
    ['One', 'Two'].map((siteName) => server.call('site/updateFast', { sid, siteName, version: 1 }, { token })),
  );
  expect(answers.map(({ code }) => code).sort()).toEqual([1019, 200].sort());
  expect(await server.call('site/updateFast', { sid, siteName: 'Three', version: 1 }, { token })).toMatchObject({
    code: 1019,
  });
});

test('keeps the energy of a released device in list and overview, and lists it no longer', async () => {
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid });
  const readings = [0, 300, 600].map((s) =>
    readingOfRow({
      gateway: 'GW',
      sn,
      at: new Date(Date.parse('2026-06-15T09:45:00Z') + s * 1000),
      quantities: { powerW: 200 },
      statusBits: 1,
    }),
  );
  await ingestReports(server.context, readings);
  const detail = await server.ask('device/detail', { sid, sn }, { token });
  expect(detail).toMatchObject({ status: 1, now: 200, isLive: true });
  await server.ask('site/updateFast', { sid, removeSn: [sn] }, { token });
  const { statisticsProduction } = await server.ask('site/overview', { sid }, { token });
  const { list } = await server.ask('site/listWithSN', { page: { size: 200 } }, { token });
  const row = list.find((one) => one.sid === sid)!;
  expect(Number(statisticsProduction.today)).toBeGreaterThan(0);
  expect([row.todayPower, row.totalPower]).toEqual(
    [statisticsProduction.today, statisticsProduction.total].map(Number),
  );
  const released = await server.ask('device/detail', { sid, sn }, { token });
  expect(released).toMatchObject({ status: 3, now: 0, isLive: false, alertCode: '0000' });
  expect(released.totalPower).toBe(row.totalPower);
});

test('keeps the history of a released device, frees its number, and continues when it returns', async () => {
  const sid = await plant();
  const { sn } = await makeDevice(sql, { sid });
  await makeDay(sql, { sid, sn, day: '2026-06-14', energyWh: 1000 });
  await server.ask('site/updateFast', { sid, removeSn: [sn] }, { token });
  const overview = await server.ask('site/overview', { sid }, { token });
  expect(overview.deviceList).toEqual([]);
  expect(overview.statisticsProduction.yesterday).toBe('1');
  expect(await sql`select sid from serial_numbers where sn = ${sn}`).toEqual([{ sid: null }]);
  expect((await server.ask('site/detail', { sid }, { token })).sn).toEqual([]);
  expect(await server.call('site/updateFast', { sid, removeSn: [sn] }, { token })).toMatchObject({ code: 1006 });

  const elsewhere = await plant();
  await server.ask('site/updateFast', { sid: elsewhere, sn: [sn] }, { token });
  expect((await server.ask('site/overview', { sid: elsewhere }, { token })).deviceList.length).toBe(1);
  expect((await server.ask('device/detail', { sn }, { token })).sid).toBe(elsewhere);
  expect(await server.call('site/updateFast', { sid, sn: [sn] }, { token })).toMatchObject({ code: 1009 });
  await server.ask('site/updateFast', { sid: elsewhere, removeSn: [sn] }, { token });
  await server.ask('site/updateFast', { sid, sn: [sn] }, { token });
  expect((await server.ask('site/overview', { sid }, { token })).deviceList.map((device) => device.sn)).toEqual([sn]);
});

test('refuses the same input as creating a plant', async () => {
  const sid = await plant();
  const code = async (change: object) => (await server.call('site/updateFast', { sid, ...change }, { token })).code;
  const restricted = '62000000';
  await sql`insert into serial_numbers (sn, restricted_at) values (${restricted}, now())`;
  expect(await code({ countryCode: 'ZZ' })).toBe(1014);
  expect(await code({ timezone: '+02:00' })).toBe(400);
  expect(await code({ timezone: 'Mars/Base' })).toBe(1013);
  expect(await code({ currency: 'ZZZ' })).toBe(1015);
  expect(await code({ installerEmail: 'nobody@example.com' })).toBe(1008);
  expect(await code({ sn: ['62000001'] })).toBe(1007);
  expect(await code({ sn: [{ sn: restricted, model: 400 }] })).toBe(1311);
  expect(await code({ sn: [{ sn: 'GATEWAY-7', model: 400 }] })).toBe(1311);
  expect(await code({ sn: [{ sn: '62000002', model: 400 }, '62000002'] })).toBe(1012);
  expect((await server.ask('site/detail', { sid }, { token })).version).toBe(1);
});

test('returns the sources of a plant’s devices, but no sources or addresses to guests', async () => {
  const guest = await makeUser(sql);
  const sid = await plant();
  await shareSite(sql, sid, guest.id);
  const { sn } = await makeDevice(sql, { sid });
  await sql`insert into device_sources (sid, sn, usual) values (${sid}, ${sn}, '203.0.113.7')`;
  await sql`
    insert into events (sid, sn, code, opened_at, detail)
    values (${sid}, ${sn}, 'secondSource', '2026-06-15T09:00:00Z', '{"usual":"203.0.113.7","other":"198.51.100.9"}')`;
  // A source that used the number while it was silent is shown separately; one shared with all others is not shown.
  const [taker, second, before] = [
    await makeDevice(sql, { sid }),
    await makeDevice(sql, { sid }),
    await makeDevice(sql, { sid }),
  ];
  const hours = (ago: number) => new Date(server.clock.now().getTime() - ago * 3_600_000);
  await sql`
    insert into device_sources (sid, sn, usual, other, other_at, other_since) values
      (${sid}, ${taker.sn}, '203.0.113.7', '198.51.100.9', ${hours(10)}, ${hours(20)}),
      (${sid}, ${second.sn}, '203.0.113.7', '198.51.100.10', ${hours(1)}, null),
      (${sid}, ${before.sn}, '203.0.113.7', '198.51.100.11', ${hours(100)}, ${hours(110)})`;
  const allowedSources = ['203.0.113.0/24', '2001:db8:1:2::/64'];
  await server.ask('site/updateFast', { sid, allowedSources }, { token });
  for (const wrong of ['203.0.113.7/99', 'example.org', '', '300.1.1.1'])
    expect((await server.call('site/updateFast', { sid, allowedSources: [wrong] }, { token })).code).toBe(400);
  expect(await server.ask('site/detail', { sid }, { token })).toMatchObject({
    allowedSources,
    usualSources: ['203.0.113.7'],
    newerSources: ['198.51.100.9'],
  });
  const { sourceEvents } = await server.ask('site/overview', { sid }, { token });
  expect(sourceEvents).toMatchObject([
    { sn, code: 'secondSource', title: `A second source for ${sn}`, sinceIso: '2026-06-15T11:00:00+02:00' },
  ]);
  expect(sourceEvents[0]!.desc).toMatch(/203\.0\.113\.7.*198\.51\.100\.9/);
  const as = { token: await server.signedIn(guest.id) };
  expect(await server.ask('site/detail', { sid }, as)).toMatchObject({
    allowedSources: [],
    usualSources: [],
    newerSources: [],
  });
  const events = (await server.ask('site/overview', { sid }, as)).sourceEvents;
  expect(events).toMatchObject([{ sn, code: 'secondSource' }]);
  expect(JSON.stringify(events)).not.toMatch(/203\.0|198\.51/);
});

test('lets an owner change the data of their plant, its devices only with the permission, and hides it from strangers', async () => {
  const owner = await makeUser(sql, { role: 'owner' });
  const sid = await makeSite(sql, { companyId: installer.companyId, ownerId: owner.id });
  const { sn } = await makeDevice(sql, { sid });
  await sql`
    delete from role_menus where role_id = (select id from roles where code = 'owner')
      and menu_id = (select id from menus where name = 'DeviceRemove')`;
  const as = { token: await server.signedIn(owner.id) };
  expect((await server.call('site/updateFast', { sid, siteName: 'Home' }, as)).code).toBe(200);
  expect(await server.call('site/updateFast', { sid, removeSn: [sn] }, as)).toMatchObject({ status: 403 });
  const stranger = { token: await server.signedIn((await makeUser(sql)).id) };
  expect(await server.call('site/updateFast', { sid, siteName: 'Mine' }, stranger)).toMatchObject({
    status: 200,
    code: 1005,
  });
  const otherOwner = { token: await server.signedIn((await makeUser(sql, { role: 'owner' })).id) };
  expect(await server.call('site/updateFast', { sid, siteName: 'Mine' }, otherOwner)).toMatchObject({ code: 1005 });
});

test('recomputes the days of a plant for its new time zone', async () => {
  const moved = await makeDevice(sql, { sid: await plant() });
  const place = { timezone: 'Asia/Tokyo', latitude: 35.7, longitude: 139.7 };
  const native = await makeDevice(sql, { sid: await makeSite(sql, { companyId: installer.companyId, ...place }) });
  for (const { sn } of [moved, native]) {
    // Three days of power every ten minutes, day and night by UTC.
    const reports = Array.from({ length: 3 * 144 }, (_, n) =>
      readingOfFile({
        sn,
        at: new Date(Date.UTC(2026, 5, 10, 0, n * 10)),
        quantities: { powerW: 100 + (n % 7) * 10 },
      }),
    );
    await ingestReports(server.context, reports);
  }
  const daysOf = async ({ sid, sn }: { sid: string; sn: string }) => ({
    device: await sql`select day, energy_wh, source, covered_s, samples from device_days where sn = ${sn} order by day`,
    site: await sql`select day, energy_wh, source, covered_s, devices from site_days where sid = ${sid} order by day`,
    live: await sql`select day, today_wh, total_wh from device_live where sn = ${sn}`,
  });
  const before = await daysOf(moved);
  await server.ask('site/updateFast', { sid: moved.sid, ...place }, { token });
  await runSiteJobs(server.context);
  const after = await daysOf(moved);
  expect(after.device).not.toEqual(before.device);
  expect(after).toEqual(await daysOf(native));
});
