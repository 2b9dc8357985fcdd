// A portal with many plants, one of them with 200 modules and a year of samples, and the accounts of bench/attacks.ts.

import pino from 'pino';
import { shareDays } from '../server/src/energy/modules/shareDays.ts';
import { type DeviceHistory, ingestHistory } from '../server/src/ingest/ingestHistory.ts';
import { addDays } from '../server/src/platform/calendar/rules/localDays.ts';
import type { Sql } from '../server/src/platform/database/connect.ts';
import { createServices } from '../server/src/services.ts';
import { indexPeople } from '../server/test/indexPeople.ts';
import { fillDays, seedFleet, sidOf } from './fleet.ts';
import type { Fleet } from './histories.ts';
import { fleetOfAfternoon, historiesOf, ingestFleet, placeFleet } from './histories.ts';
import { ADMIN } from './world.ts';

export const SITES = 2_000;
export const EACH = 3;
const YEAR_DAYS = 365;
/** The plant of 200 modules: devices with two inputs each. */
const LARGE = { site: 30_000, devices: 100 };
export const LARGE_SID = sidOf(LARGE.site);

const largeFleet = (fleet: Fleet): Fleet => ({ ...fleet, devicesEach: LARGE.devices });

/** Fills an empty database; the server has not been started. Returns the serial numbers of the large plant. */
export async function fillAttackWorld(sql: Sql): Promise<void> {
  const fleet = fleetOfAfternoon(Date.now(), SITES, EACH);
  await seedFleet(sql, SITES, EACH);
  await fillDays(sql, { before: addDays(fleet.today, -1), days: YEAR_DAYS, deviceDays: 40, without: 0 });
  await insertLargePlant(sql);
  await placeFleet(sql, fleet);
  const context = {
    sql,
    clock: { now: () => new Date(fleet.nowMs) },
    log: pino({ level: 'warn' }),
    ...createServices(sql),
  };
  for (let from = addDays(fleet.today, -YEAR_DAYS); from <= fleet.today; from = addDays(from, 30)) {
    const until = addDays(from, 30);
    const histories = historiesOf(largeFleet(fleet), LARGE.site, from, until).map(withInputs);
    await ingestHistory(context, histories);
  }
  await ingestFleet(sql, fleet, {
    fromSite: 0,
    toSite: SITES,
    from: addDays(fleet.today, -1),
    until: addDays(fleet.today, 1),
  });
  await sql`update site_days set peak_known = true, modules_judged = true`;
  while ((await shareDays(context)) > 0);
  await sql`vacuum analyze`;
}

async function insertLargePlant(sql: Sql): Promise<void> {
  await sql`
    insert into sites (sid, name, company_id, seen_by, country_code, city, street, latitude, longitude, timezone, temperature_unit, currency, power_max_w, commissioned_on, created_at)
    select ${LARGE_SID}, 'Large plant', company_id, seen_by, country_code, city, street, latitude, longitude, timezone, temperature_unit, currency, 80000, '2020-01-01', '2020-01-01'
    from sites where sid = ${sidOf(0)}`;
  await sql`insert into site_prices (sid, valid_from, price) values (${LARGE_SID}, '2000-01-01', 0.3) on conflict do nothing`;
  await sql`insert into site_live (sid, seen_by, status, devices) select sid, seen_by, 2, ${LARGE.devices} from sites where sid = ${LARGE_SID} on conflict do nothing`;
  await sql`
    insert into devices (sid, seen_by, sn, product_id, created_at)
    select s.sid, s.seen_by, upper(to_hex(536870912 + ${LARGE.site * LARGE.devices}::int + d)), p.id, '2020-01-01'
    from sites s cross join generate_series(0, ${LARGE.devices - 1}) d join products p on p.name = 'BDM-800' where s.sid = ${LARGE_SID}`;
  await sql`insert into serial_numbers (sn, product_id, sid, activated_at) select sn, product_id, sid, created_at from devices where sid = ${LARGE_SID} on conflict do nothing`;
  await sql`insert into device_live (sid, seen_by, sn, status) select sid, seen_by, sn, 2 from devices where sid = ${LARGE_SID} on conflict do nothing`;
}

/** Splits the power of a device between two inputs, which have no counters. */
function withInputs({ sn, columns }: DeviceHistory): DeviceHistory {
  const { powerW, input1CurrentA, counterWh } = columns.values as Record<string, Float64Array>;
  const part = (share: number) => powerW!.map((watts) => Math.round(watts * share * 100) / 100);
  const values = {
    powerW: powerW!,
    counterWh: counterWh!,
    input1PowerW: part(0.52),
    input2PowerW: part(0.48),
    input1CurrentA: input1CurrentA!,
  };
  return { sn, columns: { ...columns, values } };
}

/** Inserts managers of the root company, who see all plants, with the administrator's password. */
export async function insertManagers(sql: Sql, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    await sql`
      insert into users (email, password_hash, name) select ${email}, password_hash, 'Manager' from users where email = ${ADMIN.email} on conflict do nothing`;
    await sql`
      insert into memberships (user_id, company_id, role_id)
      select u.id, (select min(id) from companies), r.id from users u, roles r where u.email = ${email} and r.code = 'manager' on conflict do nothing`;
    await indexPeople(sql);
  }
}
