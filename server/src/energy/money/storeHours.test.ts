// The first hourly price of a plant: days from then on get hours, and the rest of its history stays unchanged.
import { expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import type { Reading } from '../../families/family.ts';
import { readingOfRow } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { compactDays } from '../../jobs/compactDays.ts';
import { runSiteJob, runSiteJobs } from '../../jobs/siteJobs/runSiteJobs.ts';
import { connect } from '../../platform/database/connect.ts';
import { createServices } from '../../services.ts';
import { pruneStates } from '../days/pruneStates.ts';
import { recomputeDeviceDays, recomputeSite } from '../days/recomputeSite.ts';
import { storeHours } from './storeHours.ts';

const server = await testServer();
const { sql, clock, context } = server;
const installer = await makeUser(sql);
const token = await server.signedIn(installer.id);

const BERLIN = { timezone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 };
const HOUR_MS = 3_600_000;
/** Midnight in Berlin. */
const START_MS = Date.parse('2026-03-20T00:00:00+01:00');

interface Key {
  sid: string;
  sn: string;
}

async function hybrid(): Promise<Key> {
  const sid = await makeSite(sql, { companyId: installer.companyId, ...BERLIN });
  return await makeDevice(sql, { sid, product: 'Hybrid inverter' });
}

/** Readings from one day to another, with a pause in the middle of each week during which the counters continue. */
function readings(sn: string, fromDay: number, toDay: number, perHour = 2): Reading[] {
  return Array.from(
    { length: (toDay - fromDay) * 24 * perHour },
    (_, index) => (fromDay * 24 * perHour + index) / perHour,
  )
    .filter((hour) => hour % 168 < 75 || hour % 168 > 105)
    .map((hour) => {
      const quantities = {
        counterWh: 1e6 + hour * 80 + (Math.floor(hour / 24) % 3) * 7,
        powerW: 80 + (hour % 24),
        gridImportWh: 2e6 + hour * 60,
        gridExportWh: 3e6 + hour * 22,
        batteryChargeWh: 4e6 + Math.max(0, hour - 350) * 10,
      };
      return readingOfRow({ gateway: 'GW', sn, at: new Date(START_MS + hour * HOUR_MS), quantities });
    });
}

const daysOf = async ({ sid, sn }: Key) => ({
  days: await sql`
    select day, energy_wh, integrated_wh, source, covered_s, peak_w, first_at, last_at, samples, hours from device_days
    where sid = ${sid} and sn = ${sn} order by day`,
  flows: await sql`
    select flow, day, counts_as, energy_wh, integrated_wh, spread_wh, source, covered_s, hours from device_flows
    where sid = ${sid} and sn = ${sn} order by flow, day`,
  site: await sql`select day, energy_wh, source, devices, hours from site_days where sid = ${sid} order by day`,
  siteFlows: await sql`
    select day, flow, energy_wh, counted, integrated, mixed, hours from site_flows where sid = ${sid} order by day, flow`,
  live: await sql`
    select day, today_wh, total_wh, hours_from, fold_timezone, fold_from from device_live where sid = ${sid} and sn = ${sn}`,
});

/** Physical position of each day's row: it changes whenever the row is written. */
const rowsOf = async ({ sid, sn }: Key, before: string) =>
  await sql`
    select day, ctid::text from device_days where sid = ${sid} and sn = ${sn} and day < ${before}
    union all select day, ctid::text from device_flows where sid = ${sid} and sn = ${sn} and day < ${before} order by 1, 2`;

const requestHours = (sid: string, from: string) =>
  sql.begin(async (tx) => storeHours(tx, { sid, ...BERLIN }, from, clock.now()));

/** Days of a plant with the same reports that stored hours from the beginning. */
async function expectedDays(from: string, reports: (sn: string) => Reading[], location = BERLIN) {
  const reference = await hybrid();
  await sql`
    update sites set hours_from = ${from}, timezone = ${location.timezone}, latitude = ${location.latitude}, longitude = ${location.longitude}
    where sid = ${reference.sid}`;
  await sql`update device_live set hours_from = ${from} where sid = ${reference.sid}`;
  context.registry.forget([reference.sn]);
  await ingestReports(context, reports(reference.sn));
  return await daysOf(reference);
}

const DAYS = 40;
const all = (sn: string) => readings(sn, 0, DAYS);

test.each([
  ['in the middle of a month', '2026-04-17', '2026-03-31'],
  ['in a pause during which a counter continued', '2026-04-14', '2026-03-31'],
  ['on the first day of a month', '2026-04-01', '2026-03-31'],
  ['today', '2026-04-28', '2026-04-27'],
  ['after the last sample', '2026-06-01', '2026-04-28'],
  ['before the first sample', '2025-01-01', '2025-01-01'],
])('recomputes the days from the price on and no others: %s', async (_, from, recomputedFrom) => {
  const key = await hybrid();
  await ingestReports(context, all(key.sn));
  await compactDays(context);
  await pruneStates(sql, [{ ...key, fromDay: '2026-03-20', toDay: '2026-04-28' }]);
  // Old days keep their aggregation state only at the end of each month; recomputation starts there.
  const untouched = await rowsOf(key, recomputedFrom);
  await requestHours(key.sid, from);
  await runSiteJobs(context);
  expect(await rowsOf(key, recomputedFrom)).toEqual(untouched);
  expect(await daysOf(key)).toEqual(await expectedDays(from, all));
});

test('stores hours despite a damaged block of an earlier day', async () => {
  const key = await hybrid();
  await ingestReports(context, all(key.sn));
  await compactDays(context);
  await sql`update sample_blocks set power = '\\x00' where sid = ${key.sid} and day = '2026-03-22'`;
  await requestHours(key.sid, '2026-04-17');
  await runSiteJobs(context);
  expect(await daysOf(key)).toEqual(await expectedDays('2026-04-17', all));
});

test('includes a late report of an earlier day that arrives meanwhile', async () => {
  const key = await hybrid();
  const allReadings = (sn: string) => readings(sn, 0, DAYS, 12);
  const late = (sn: string) => readings(sn, 20, 21, 12);
  await ingestReports(context, [...readings(key.sn, 0, 20, 12), ...readings(key.sn, 21, DAYS, 12)]);
  await requestHours(key.sid, '2026-04-11');
  let holds = 0;
  const hold = async (): Promise<void> => {
    if (holds++ === 0) await ingestReports(context, late(key.sn));
  };
  await recomputeSite(context, { sid: key.sid, hold, step: async () => {}, count: async () => {} });
  expect(holds).toBeGreaterThan(0);
  expect(await daysOf(key)).toEqual(await expectedDays('2026-04-11', allReadings));
});

test('stores hours from the earliest day when an earlier price is set before the job runs', async () => {
  const key = await hybrid();
  await ingestReports(context, all(key.sn));
  await requestHours(key.sid, '2026-04-17');
  await requestHours(key.sid, '2026-04-05');
  await requestHours(key.sid, '2026-04-20');
  await runSiteJobs(context);
  expect(await daysOf(key)).toEqual(await expectedDays('2026-04-05', all));
});

test('leaves the rest to another server when one stops between two devices', async () => {
  const key = await hybrid();
  const second = await makeDevice(sql, { sid: key.sid, product: 'Hybrid inverter' });
  for (const { sn } of [key, second]) await ingestReports(context, all(sn));
  await requestHours(key.sid, '2026-04-17');
  const stop = new AbortController();
  let notified = 0;
  // The first notification is the count, the second the first device.
  const nudges = { publish: () => void (++notified === 2 && stop.abort()) };
  expect(await runSiteJob({ ...context, nudges }, { sid: key.sid, kind: 'recompute' }, stop.signal)).toBe('held');
  const waiting = () => sql`select fold_from from device_live where sid = ${key.sid} and fold_timezone is not null`;
  expect(await waiting()).toEqual([{ foldFrom: '2026-04-17' }]);
  const other = connect(server.databaseUrl, { max: 2 });
  await runSiteJobs({ ...context, sql: other, ...createServices(other) });
  await other.end();
  expect(await waiting()).toEqual([]);
  const { days, flows } = await expectedDays('2026-04-17', all);
  for (const device of [key, second]) expect(await daysOf(device)).toMatchObject({ days, flows });
});

const TOKYO = { timezone: 'Asia/Tokyo', latitude: 35.7, longitude: 139.7 };

test.each([
  ['moved before', false],
  ['moved after', true],
])('recomputes all days of a plant that is %s the price, before the job runs', async (_, isAfter) => {
  const key = await hybrid();
  await ingestReports(context, all(key.sn));
  const move = () => server.ask('site/updateFast', { sid: key.sid, ...TOKYO }, { token });
  if (isAfter) await requestHours(key.sid, '2026-04-17');
  await move();
  if (!isAfter) {
    await sql.begin(async (tx) => storeHours(tx, { sid: key.sid, ...TOKYO }, '2026-04-17', clock.now()));
  }
  await runSiteJobs(context);
  expect(await daysOf(key)).toEqual(await expectedDays('2026-04-17', all, TOKYO));
});

test('recomputes the whole history after a deletion from it before the job runs', async () => {
  const key = await hybrid();
  await ingestReports(context, all(key.sn));
  await requestHours(key.sid, '2026-04-17');
  await sql.begin(async (tx) => recomputeDeviceDays(tx, key));
  const fromOf = () => sql`select fold_timezone, fold_from from device_live where sid = ${key.sid}`;
  expect(await fromOf()).toEqual([{ foldTimezone: 'Europe/Berlin', foldFrom: null }]);
  await requestHours(key.sid, '2026-04-05');
  expect(await fromOf()).toEqual([{ foldTimezone: 'Europe/Berlin', foldFrom: null }]);
  await runSiteJobs(context);
  expect(await daysOf(key)).toEqual(await expectedDays('2026-04-05', all));
});
