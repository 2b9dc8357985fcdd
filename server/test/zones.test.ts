// Days are computed in one place: every call uses the day of rules/localDays, whatever the database's time zone table contains.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { localDay } from '../src/platform/calendar/rules/localDays.ts';
import { joinZones } from '../src/platform/calendar/timeBuckets.ts';
import { allTimezones, knownZones, zoneNamed } from '../src/platform/places/rules/countries.ts';
import { makeDevice, makeSite, makeUser } from './factories.ts';
import { makeDay } from './readings.ts';
import { testServer } from './testServer.ts';

const { ask, clock, sql, signedIn } = await testServer();
const root = resolve(import.meta.dirname, '../..');

test('no statement converts an instant to a day or a local time', () => {
  // Tests may compute days otherwise.
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const wrong = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /.*(\bat time zone\b|\btimezone\(|::timestamptz?::date|to_char\().*/gi,
      ),
    ]
      .map(([line]) => line.trim())
      .filter((line) => !line.startsWith('//') && !line.startsWith('*') && !/at time zone 'UTC'/i.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(wrong).toEqual([]);
});

test('no function in the database converts an instant to a day or a local time', async () => {
  const rows = await sql<{ name: string }[]>`
    select proname as name from pg_proc where pronamespace = 'public'::regnamespace
      and prosrc ~* '\\m(at time zone|timezone\\(|to_char\\(|now\\(\\)::date|current_date)'`;
  expect(rows).toEqual([]);
});

test('the database knows every zone that the portal accepts, and stores it under its current name', async () => {
  const rows = await sql<{ name: string }[]>`select name from pg_timezone_names`;
  const known = new Set(rows.map(({ name }) => name));
  const taken = [...knownZones(), ...known].map(zoneNamed).filter((name) => name !== undefined);
  expect(taken.length).toBeGreaterThan(500);
  expect(taken.filter((name) => !known.has(name) || zoneNamed(name) !== name)).toEqual([]);
  expect(allTimezones().filter((name) => !known.has(name) || zoneNamed(name) !== name)).toEqual([]);
  // Throws if Temporal does not support the zone.
  for (const name of knownZones()) localDay(0, name);
});

test('names stored earlier are migrated to current ones', async () => {
  const old = { 'Europe/Kiev': 'Europe/Kyiv', 'US/Pacific': 'America/Los_Angeles', 'europe/berlin': 'Europe/Berlin' };
  const sids = await Promise.all(Object.keys(old).map((timezone) => makeSite(sql, { timezone })));
  const migration = join(root, 'server/migrations/000010_zones_by_their_names_of_today.sql');
  await sql.unsafe(readFileSync(migration, 'utf8'));
  const rows = await sql<{ timezone: string }[]>`select timezone from sites where sid = any (${sids}) order by sid`;
  expect(rows.map(({ timezone }) => timezone)).toEqual(Object.values(old));
});

/** Local time computed only from the zone's offset. */
function dayThere(atMs: number, zone: string): string {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  return new Date(atMs + offsetNanoseconds / 1e6).toISOString().slice(0, 10);
}

describe('a plant in each zone', () => {
  const zones = knownZones();
  beforeAll(async () => {
    const { id, companyId } = await makeUser(sql);
    await sql`
      insert into sites (sid, name, company_id, created_by, country_code, latitude, longitude, timezone, temperature_unit, currency, power_max_w, created_at)
      select 'XX_20260101_zone' || n, timezone, ${companyId}, ${id}, 'DE', 0, 0, timezone, 'Celsius', 'EUR', 1000, '2026-01-01'
      from unnest(${zones}::text[]) with ordinality as z (timezone, n)`;
  });

  /** Every 760 days and 7 hours, which covers all seasons, all hours and both sides of the date line. */
  test('has the same day in every statement as in Node, 2000 to 2040', async () => {
    const wrong: string[] = [];
    await sql.begin(async (tx) => {
      for (let ms = Date.UTC(2000, 0, 1); ms < Date.UTC(2041, 0, 1); ms += (760 * 24 + 7) * 3_600_000) {
        const rows = await tx<{ timezone: string; today: string }[]>`
          select s.timezone, z.today from sites s ${joinZones(tx, { at: new Date(ms) })} where s.sid like 'XX_20260101_zone%'`;
        expect(rows.length).toBe(zones.length);
        for (const { timezone, today } of rows) {
          if (today !== dayThere(ms, timezone)) wrong.push(`${timezone} ${new Date(ms).toISOString()}: ${today}`);
        }
      }
    });
    expect(wrong).toEqual([]);
  });
});

/** Instants half an hour before or after midnight in Node, on the other day in time zone tables from before 2026. */
const CHANGED = [
  { zone: 'Africa/Casablanca', at: '2026-11-21T23:30:00Z' },
  { zone: 'Africa/El_Aaiun', at: '2026-11-21T23:30:00Z' },
  { zone: 'America/Edmonton', at: '2026-12-02T06:30:00Z' },
  { zone: 'Europe/Berlin', at: '2026-11-21T23:30:00Z' },
  { zone: 'Pacific/Kiritimati', at: '2026-11-21T10:30:00Z' },
];

test.each(CHANGED)('$zone has the same day in lists, prices and sums', async ({ zone, at }) => {
  clock.set(at);
  const day = dayThere(Date.parse(at), zone);
  const next = Temporal.PlainDate.from(day).add({ days: 1 }).toString();
  const before = Temporal.PlainDate.from(day).subtract({ days: 1 }).toString();
  expect(localDay(Date.parse(at), zone)).toBe(day);
  const user = await makeUser(sql, { role: 'owner' });
  const token = await signedIn(user.id);
  const mine = { ownerId: user.id, timezone: zone, latitude: 30, longitude: 0, createdAt: new Date(at) };
  const sid = await makeSite(sql, { ...mine, name: 'A', price: 1 });
  const other = await makeSite(sql, { ...mine, name: 'B' });
  await sql`insert into site_prices (sid, valid_from, price) values (${sid}, ${day}, 2), (${sid}, ${next}, 3)`;
  const { sn } = await makeDevice(sql, { sid });
  const { sn: otherSn } = await makeDevice(sql, { sid: other });
  await makeDay(sql, { sid, sn, day: before, energyWh: 5000 });
  await makeDay(sql, { sid: other, sn: otherSn, day: before, energyWh: 9000 });
  await makeDay(sql, { sid, sn, day, energyWh: 1000 });

  const created = async (from: string, to: string) => {
    const filters = { created_start_date: from, created_end_date: to };
    const sites = await ask('site/listWithSN', { filters }, { token });
    const devices = await ask('device/list', { filters }, { token });
    return [sites.total, devices.total];
  };
  expect(await created(day, day)).toEqual([2, 2]);
  expect(await created(before, before)).toEqual([0, 0]);
  expect(await created(next, next)).toEqual([0, 0]);
  const began = async (from: string, to: string) => {
    const of = async (filters: object) => (await ask('device/alerts', { filters }, { token })).total;
    const days = { start_date: from, end_date: to };
    return [await of(days), await of({ ...days, state: 'open' }), await of({ ...days, state: 'closed' })];
  };
  await sql`insert into events (sid, sn, code, opened_at) values (${sid}, ${sn}, '0001', ${at})`;
  await sql`insert into events (sid, sn, code, opened_at, closed_at) values (${other}, ${otherSn}, '0001', ${at}, ${at})`;
  expect(await began(day, day)).toEqual([2, 1, 1]);
  expect(await began(before, before)).toEqual([0, 0, 0]);
  expect(await began(next, next)).toEqual([0, 0, 0]);
  expect((await ask('site/detail', { sid }, { token })).electricityPrice).toBe(2);
  expect((await ask('device/statistics/overview', { sid, sn }, { token })).local_electric_price).toBe(2);
  const { statisticsProduction } = await ask('overview/overview', {}, { token });
  expect(statisticsProduction).toMatchObject({ today: '1', yesterday: '14', todayMoney: '2.00' });
  const { list } = await ask('site/listWithSN', { sort: [{ field: 'todayPower', descending: true }] }, { token });
  expect(list.map(({ siteName, todayPower }) => [siteName, todayPower])).toEqual([
    ['A', 1],
    ['B', null],
  ]);
});
