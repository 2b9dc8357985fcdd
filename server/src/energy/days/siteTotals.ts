// Updates the figures of a site from its devices: energy of days by differences, power, today, total, status and the number of reporting devices.
import { MISSED_UPLOADS } from '@heliograph/contract/freshness.ts';
import { SLEEPLESS_KINDS } from '../../families/kinds.ts';
import { isLive } from '../../live/liveness.ts';
import { livePower } from '../../live/withLive.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import { dates, floats, instants, ints, texts } from '../../platform/database/binaryArrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { wholeWh, wholeWhOf } from '../../platform/texts/numbers.ts';
import { withHours } from '../flows/siteFlows.ts';
import type { ClockHours } from '../rules/clockHours.ts';
import type { DayChange } from './deviceDays.ts';
import { addMeteredDays } from './meteredDays.ts';

/** Changes of a batch at one site besides its days. */
export interface SiteChange {
  sid: string;
  /** Newest sample that updated a live row; null: none did. */
  atMs: number | null;
  /** Until when that sample counts as live. */
  freshUntilMs: number | null;
  /** Day of that sample. */
  day: Day | null;
  /** Sum of (power after - power before); null: no device reported power. */
  powerW: number | null;
  totalWh: number;
  /** The status or error bits of a device changed, so those of the site are recomputed. */
  restated: boolean;
}

/** Locks sites in the order of their ids, after devices, so that two batches never deadlock. */
export function lockSites(sql: Transaction, sids: readonly string[]): Promise<unknown> {
  return sql`select lock_sites(${textArray(sids)}::text::text[])`.execute();
}

/** Adds the differences of days; sums up days whose source changed or that lost a row. Sites are locked. */
export function writeSiteDays(sql: Transaction, changes: readonly DayChange[]): Promise<unknown>[] {
  const recomputed = new Set<string>();
  for (const { sid, day, before, after } of changes) {
    if (!after || (before && before.source !== after.source)) recomputed.add(`${sid} ${day}`);
  }
  const sums = new Map<string, DaySum>();
  for (const { sid, day, before, after } of changes) {
    const key = `${sid} ${day}`;
    if (!after || recomputed.has(key)) continue;
    const sum = sums.get(key) ?? { sid, day, source: after.source, energyWh: 0, coveredS: 0, devices: 0, hours: null };
    sum.energyWh += wholeWh(after.energyWh) - wholeWh(before?.energyWh ?? 0);
    sum.coveredS += after.coveredS - (before?.coveredS ?? 0);
    sum.hours = withHours(withHours(sum.hours, before?.hours, -1), after.hours, 1);
    if (!before) sum.devices++;
    if (sum.source !== after.source) sum.source = 'mixed';
    sums.set(key, sum);
  }
  const writes: Promise<unknown>[] = [];
  if (sums.size > 0) writes.push(addDifferences(sql, [...sums.values()]));
  if (recomputed.size > 0)
    writes.push(
      ...recomputeSums(
        sql,
        [...recomputed].map((key) => key.split(' ') as [string, Day]),
      ),
    );
  return writes;
}

interface DaySum {
  sid: string;
  day: Day;
  source: string;
  energyWh: number;
  coveredS: number;
  devices: number;
  hours: ClockHours | null;
}

function addDifferences(sql: Transaction, sums: readonly DaySum[]): Promise<unknown> {
  // covered_s is a mean over devices: the sum is passed divided by the number of new devices, at least one, and multiplied
  // by it in the update. A day with 0 devices is a meter's and is replaced.
  return sql`
    insert into site_days as s (sid, day, energy_wh, source, covered_s, devices, hours)
    select sid, day, energy_wh, source, covered_s, devices, hours::bigint[] from unnest(
      ${texts(sums, ({ sid }) => sid)}::text[], ${dates(sums, ({ day }) => day)}::date[],
      ${floats(sums, ({ energyWh }) => energyWh)}::float8[],
      ${texts(sums, ({ source }) => source)}::text[],
      ${floats(sums, ({ coveredS, devices }) => coveredS / Math.max(1, devices))}::float8[],
      ${ints(sums, ({ devices }) => devices)}::int[],
      ${texts(sums, ({ hours }) => hours && plainArray(hours))}::text[]) as g (sid, day, energy_wh, source, covered_s, devices, hours)
    on conflict (sid, day) do update set
      energy_wh = round(((case when s.devices = 0 then 0 else s.energy_wh end) + excluded.energy_wh)::numeric, 6),
      source = case when s.devices = 0 then excluded.source when s.source = excluded.source then s.source else 'mixed' end,
      covered_s = (s.covered_s * s.devices + excluded.covered_s * greatest(1, excluded.devices)) / greatest(1, s.devices + excluded.devices),
      devices = s.devices + excluded.devices, peak_known = false, modules_judged = false,
      hours = add_hours(case when s.devices > 0 then s.hours end, excluded.hours)`.execute();
}

function recomputeSums(sql: Transaction, days: [sid: string, day: Day][]): Promise<unknown>[] {
  const sids = textArray(days.map(([sid]) => sid));
  const dates = textArray(days.map(([, day]) => day));
  return [
    sql`
      delete from site_days s using (select unnest(${sids}::text::text[]) as sid, unnest(${dates}::text::date[]) as day) g
      where s.sid = g.sid and s.day = g.day`.execute(),
    sql`
      insert into site_days (sid, day, energy_wh, source, covered_s, devices, hours)
      select d.sid, d.day, sum(${wholeWhOf(sql, sql`d.energy_wh`)}),
        case when min(d.source) = max(d.source) then min(d.source) else 'mixed' end, avg(d.covered_s), count(*), sum_hours(d.hours)
      from (select unnest(${sids}::text::text[]) as sid, unnest(${dates}::text::date[]) as day) g
      join device_days d on d.sid = g.sid and d.day = g.day
      group by d.sid, d.day`.execute(),
  ];
}

/** Returns a change of a site without a live update of any device. */
export const emptySiteChange = (sid: string, totalWh = 0): SiteChange => ({
  sid,
  totalWh,
  atMs: null,
  freshUntilMs: null,
  day: null,
  powerW: null,
  restated: false,
});

/**
 * Updates the live rows of the sites; call it after the days are written. Without `now` no device changed its power.
 */
export function writeSiteLive(sql: Transaction, changes: readonly SiteChange[], now: Date | null): Promise<unknown>[] {
  // Meters and inverters can alternate from one day or instant to the next, so power and total are recomputed instead of added.
  const metered = now
    ? sql`when s.metered then (
          select ${livePower(sql, now)} from device_live l join devices d on d.sid = l.sid and d.sn = l.sn and d.removed_at is null
          where l.sid = s.sid)`
    : sql``;
  return [
    sql`
      update site_live s set
        at = greatest(s.at, g.at), fresh_until = greatest(s.fresh_until, g.fresh_until),
        power_w = case ${metered} when g.power_w is null then s.power_w else greatest(0, round((coalesce(s.power_w, 0) + g.power_w)::numeric, 3)) end,
        day = greatest(s.day, g.day),
        today_wh = coalesce((select d.energy_wh from site_days d where d.sid = s.sid and d.day = greatest(s.day, g.day)), 0),
        total_wh = case when s.metered then coalesce((select sum(${wholeWhOf(sql, sql`d.energy_wh`)}) from site_days d where d.sid = s.sid), 0)
          else round((s.total_wh + g.total_wh)::numeric, 6) end
      from (
        select unnest(${texts(changes, ({ sid }) => sid)}::text[]) as sid,
          unnest(${instants(changes, ({ atMs }) => atMs)}::timestamptz[]) as at,
          unnest(${instants(changes, ({ freshUntilMs }) => freshUntilMs)}::timestamptz[]) as fresh_until,
          unnest(${dates(changes, ({ day }) => day)}::date[]) as day,
          unnest(${floats(changes, ({ powerW }) => powerW)}::float8[]) as power_w,
          unnest(${floats(changes, ({ totalWh }) => totalWh)}::float8[]) as total_wh
      ) g
      where s.sid = g.sid`.execute(),
  ];
}

/**
 * Recomputes status, error bits, devices and the number of reporting devices of sites; lock the sites first. Sleeping
 * devices do not affect whether the plant is online, as long as one of its devices also sends at night. A plant that is
 * online or asleep is in alert while it has a problem (problems/updateProblems.ts), by day and by night.
 */
export function restate(sql: Transaction, sids: readonly string[], now: Date): Promise<unknown> {
  if (sids.length === 0) return Promise.resolve();
  return sql`
    update site_live l set status = case when x.status = 0 and l.problems > 0 then 1 else x.status end, status_bits = x.status_bits, devices = x.devices, reporting = x.reporting
    from (
      select s.sid, count(l.sn) as devices, count(*) filter (where l.status in (0, 1)) as reporting,
        coalesce(bit_or(l.status_bits) filter (where l.status = 1), 0) as status_bits,
        case when bool_or(l.status = 1) then 1
          when bool_or(l.status = 0 and (${isLive(sql, now)} or d.product_id in (select id from products where kind = any (${SLEEPLESS_KINDS}::text[])))) then 0
          when bool_or(l.status = -1 and d.product_id in (select id from products where kind = any (${SLEEPLESS_KINDS}::text[]))) then -1
          when bool_or(l.status = 0) then 0 when bool_or(l.status = -1) then -1 else 2 end as status
      from site_live s
      left join devices d on d.sid = s.sid and d.removed_at is null
      left join device_live l on l.sid = d.sid and l.sn = d.sn
      where s.sid in (select unnest(${textArray(sids)}::text::text[]))
      group by s.sid
    ) x
    where l.sid = x.sid`.execute();
}

/** Recomputes a site's live row and days from its devices, after one is added, moved or removed. */
export async function recountSite(sql: Transaction, sid: string, now: Date): Promise<void> {
  await sql`insert into site_live (sid) values (${sid}) on conflict do nothing`;
  await lockSites(sql, [sid]);
  await sql`delete from site_days where sid = ${sid}`;
  await sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices, hours)
    select sid, day, sum(${wholeWhOf(sql, sql`energy_wh`)}),
      case when min(source) = max(source) then min(source) else 'mixed' end, avg(covered_s), count(*), sum_hours(hours)
    from device_days where sid = ${sid} group by sid, day`;
  await addMeteredDays(sql, sid);
  await sql`
    update site_live l set metered = l.metered or exists (select from site_days m where m.sid = ${sid} and m.devices = 0),
      at = x.at, fresh_until = x.fresh_until, day = x.day, power_w = x.power_w,
      today_wh = coalesce((select energy_wh from site_days d where d.sid = ${sid} and d.day = x.day), 0),
      total_wh = coalesce((select sum(${wholeWhOf(sql, sql`energy_wh`)}) from site_days d where d.sid = ${sid}), 0)
    from (
      -- removed devices leave their energy, today's included
      select greatest(max(v.day), (select max(m.day) from site_days m where m.sid = ${sid} and m.devices = 0)) as day,
        max(v.at) filter (where d.removed_at is null) as at,
        max(v.at + ${MISSED_UPLOADS} * v.upload_every_s * interval '1 second') filter (where d.removed_at is null) as fresh_until,
        coalesce(sum(v.power_w) filter (where d.removed_at is null), sum(greatest(0, v.flow_w)) filter (where d.removed_at is null and v.flow_of = 'production' and v.flow_w is not null)) as power_w
      from device_live v join devices d on d.sid = v.sid and d.sn = v.sn where v.sid = ${sid}
    ) x
    where l.sid = ${sid}`;
  await restate(sql, [sid], now);
}
