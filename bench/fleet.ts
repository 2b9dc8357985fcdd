// Fills a database with many plants and devices by SQL, and makes frames for them.

import { encodeShortFrame } from '@heliograph/simulator/bdmFrame.ts';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { seed } from '../server/src/seed/seed.ts';
import { indexPeople } from '../server/test/indexPeople.ts';
import { ADMIN, type World } from './world.ts';

export const snOf = (device: number): string => (0x20000000 + device).toString(16).toUpperCase();
export const gatewayOf = (gateway: number): string => `GW${String(gateway).padStart(6, '0')}`;
export const GATEWAY_PASSWORD = 'the password of all gateways of a bench';
export const sidOf = (site: number): string => `DE_20250101_b${String(site).padStart(7, '0')}`;

const CITIES = ['Konstanz', 'Graz', 'Lyon', 'Utrecht', 'Bari', 'Gdansk', 'Evora', 'Bath', 'Austin', 'Aarhus'];

/** Seeds the database as the server's first start does, with the administrator ADMIN, and inserts plants as `fillSites` does. */
export async function seedFleet(sql: Sql, sites: number, devicesEach: number): Promise<void> {
  await seed({ sql, config: { brand: 0, admin: ADMIN } });
  await fillSites(sql, sites, devicesEach);
}

/** Inserts `sites` plants of `devicesEach` BDM-400, under the companies of 100 installers. */
export async function fillSites(sql: Sql, sites: number, devicesEach: number): Promise<void> {
  const [root] = await sql<{ id: number }[]>`select min(id) as id from companies`;
  await sql`
    insert into companies (parent_id, kind, name) select ${root!.id}, 'installer', 'Installer ' || n from generate_series(1, 100) n`;
  await indexPeople(sql);
  await sql`
    insert into sites (sid, name, company_id, seen_by, country_code, city, street, latitude, longitude, timezone, temperature_unit, currency, power_max_w, commissioned_on, created_at)
    select 'DE_20250101_b' || lpad(n::text, 7, '0'), 'Plant ' || n, ${root!.id}::int + 1 + n % 100, array[-(${root!.id}::int + 1 + n % 100), -${root!.id}::int], (array['DE','AT','FR','NL','IT'])[1 + n % 5],
      (${CITIES}::text[])[1 + n % 10], 'Street ' || n % 300, 47 + (n % 60) / 10.0, 5 + (n % 90) / 10.0, 'Europe/Berlin', 'Celsius', 'EUR',
      400 * ${devicesEach}, '2025-01-01', '2025-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(0, ${sites - 1}) n`;
  await sql`insert into site_prices (sid, valid_from, price) select sid, '2000-01-01', 0.3 from sites on conflict do nothing`;
  await sql`
    insert into site_live (sid, seen_by, status, devices, at, fresh_until, power_w, day, today_wh, total_wh)
    select sid, seen_by, (array[0,0,0,0,0,0,-1,1,0,2])[1 + substr(sid, 14)::int % 10], ${devicesEach}, now() - interval '1 minute', now() + interval '14 minutes', substr(sid, 14)::int % 1200, current_date, 900, 900000
    from sites on conflict do nothing`;
  await sql`
    insert into devices (sid, seen_by, sn, product_id, created_at)
    select s.sid, s.seen_by, upper(to_hex(536870912 + substr(s.sid, 14)::int * ${devicesEach} + d)), p.id, '2025-01-01'
    from sites s cross join generate_series(0, ${devicesEach - 1}) d join products p on p.name = 'BDM-400' where s.sid like 'DE_20250101_b%'`;
  await sql`
    insert into serial_numbers (sn, product_id, sid, activated_at) select sn, product_id, sid, created_at from devices on conflict do nothing`;
  await sql`
    insert into device_live (sid, seen_by, sn, status, at, received_at, power_w) select sid, seen_by, sn, 0, now() - interval '1 minute', now() - interval '1 minute', 200 from devices on conflict do nothing`;
}

/** Connects `each` devices of `fillSites` to one gateway of their plant, which signs in with GATEWAY_PASSWORD. */
export async function fillGateways(sql: Sql, gateways: number, each: number, devicesASite: number): Promise<void> {
  const sites = Array.from({ length: gateways }, (_, gateway) => sidOf(Math.floor((gateway * each) / devicesASite)));
  const assignments = sql`(
    select unnest(${`{${sites.join(',')}}`}::text::text[]) as sid,
      unnest(${`{${sites.map((_, gateway) => gatewayOf(gateway)).join(',')}}`}::text::text[]) as sn
  ) g`;
  await sql`
    insert into devices (sid, seen_by, sn, product_id, created_at)
    select g.sid, s.seen_by, g.sn, p.id, '2025-01-01' from ${assignments} join sites s on s.sid = g.sid join products p on p.name = 'HG-1'`;
  await sql`
    insert into serial_numbers (sn, product_id, sid, activated_at, credential)
    select g.sn, p.id, g.sid, '2025-01-01', sha256(convert_to(${GATEWAY_PASSWORD}, 'UTF8')) from ${assignments} join products p on p.name = 'HG-1'`;
  await sql`insert into device_live (sid, seen_by, sn) select d.sid, d.seen_by, d.sn from ${assignments} join devices d on d.sid = g.sid and d.sn = g.sn`;
}

/** Starts a server whose database has `gateways` with `each` devices behind each, on plants of `devicesASite`; `sites`: number of plants, if not all have a gateway. */
export async function startWithGateways(
  world: Pick<World, 'sql' | 'startServer' | 'killServer'>,
  {
    gateways,
    each,
    devicesASite,
    sites = Math.ceil((gateways * each) / devicesASite),
  }: { gateways: number; each: number; devicesASite: number; sites?: number },
): Promise<void> {
  // The server's first start seeds the companies that plants belong to, and the products.
  await world.startServer();
  await world.killServer();
  await fillSites(world.sql, sites, devicesASite);
  await fillGateways(world.sql, gateways, each, devicesASite);
  await world.sql`vacuum analyze`;
  await world.startServer();
}

/**
 * Inserts day energies before a day: `days` of each plant, and the newest `deviceDays` of each of its devices. The first
 * `without` plants get none.
 */
export async function fillDays(
  sql: Sql,
  { before, days, deviceDays, without }: { before: string; days: number; deviceDays: number; without: number },
): Promise<void> {
  await sql`
    insert into device_days (sid, sn, day, energy_wh, source, covered_s, peak_w, samples)
    select d.sid, d.sn, ${before}::date - n, 1000 + (n * 37 + length(d.sn)) % 900, 'counted', 36000, 300, 140
    from devices d cross join generate_series(1, ${deviceDays}) n where d.sid >= ${sidOf(without)}`;
  await sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices)
    select sid, ${before}::date - n, 3000 + (n * 37 + length(sid)) % 2700, 'counted', 36000, 3
    from sites cross join generate_series(1, ${days}) n where sid >= ${sidOf(without)}`;
}

/** Returns the n-th frame of a device, with a counter that rises, so that no frame is a repetition. */
export function frameOf(device: number, n: number): Uint8Array {
  return encodeShortFrame({
    gateway: 'ffffffffffffffff',
    sync: 'c3c3c3c3',
    sn: snOf(device),
    status: 0,
    reference: 0x1020,
    lastWord: 0,
    powerCount: 15_000 + (device % 1000) * 10 + n,
    energyCount: (1000 + n) & 0xffff,
    frequencyCount: 12_800,
    temperatureCount: 3_500,
    mode: 6,
    firmware: 0x84,
    voltageCount: 5_900,
    currentCounts: [0, 40],
  });
}
