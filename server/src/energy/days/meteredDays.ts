// Stores the production that meters at a plant's modules measure, on days without inverter reports. A day has one figure, independent of its source.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import type { FlowChange } from '../flows/deviceFlowDays.ts';
import type { DayChange } from './deviceDays.ts';

interface SiteDay {
  sid: string;
  day: Day;
}

/** Returns the days whose production may now come from meters, or no longer does; most batches have none. */
export function maybeMetered(days: readonly DayChange[], flows: readonly FlowChange[]): SiteDay[] {
  const isProduction = ({ before, after }: FlowChange) =>
    before?.countsAs === 'production' || after?.countsAs === 'production';
  return [...days.filter(({ after }) => !after), ...flows.filter(isProduction)];
}

/**
 * Writes the `site_days` rows without a device (`devices` 0) as copies of the meters' production. Call it after the sums
 * of days and of flows are written and before the live rows are, with the plants locked.
 */
export function writeMeteredDays(sql: Transaction, days: readonly SiteDay[]): Promise<unknown>[] {
  if (days.length === 0) return [];
  const keys = [...new Set(days.map(({ sid, day }) => `${sid} ${day}`))].map((key) => key.split(' ') as [string, Day]);
  const sids = textArray([...new Set(keys.map(([sid]) => sid))]);
  const dates = textArray([...new Set(keys.map(([, day]) => day))]);
  const siteDays = sql`(
      select unnest(${textArray(keys.map(([sid]) => sid))}::text::text[]) as sid,
        unnest(${textArray(keys.map(([, day]) => day))}::text::date[]) as day
    ) g`;
  return [
    sql`
      delete from site_days d using ${siteDays} where d.sid = g.sid and d.day = g.day and d.devices = 0
        and not exists (select from site_flows f where f.sid = d.sid and f.day = d.day and f.flow = 'production')`.execute(),
    sql`
      insert into site_days as d (sid, day, energy_wh, source, covered_s, devices, hours)
      select ${asDay(sql)} from ${siteDays} join site_flows f on f.sid = g.sid and f.day = g.day and f.flow = 'production'
      on conflict (sid, day) do update set energy_wh = excluded.energy_wh, source = excluded.source,
        covered_s = excluded.covered_s, hours = excluded.hours, peak_known = false, modules_judged = false
      where d.devices = 0`.execute(),
    sql`
      update site_live l set metered = true, day = greatest(l.day, (
        select max(d.day) from site_days d where d.sid = l.sid and d.devices = 0 and d.day in (select unnest(${dates}::text::date[]))))
      where l.sid in (select unnest(${sids}::text::text[]))
        and (l.metered or exists (select from site_flows f where f.sid = l.sid and f.flow = 'production'))`.execute(),
    // A meter removed from the modules leaves no day of zero.
    sql`
      update site_live l set day = (select max(v.day) from device_live v where v.sid = l.sid)
      where l.sid in (select unnest(${sids}::text::text[])) and l.metered
        and not exists (select from site_days d where d.sid = l.sid and d.day = l.day)`.execute(),
  ];
}

/** Inserts all metered days of a plant, after those of its devices. */
export async function addMeteredDays(sql: Transaction, sid: string): Promise<void> {
  await sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices, hours)
    select ${asDay(sql)} from site_flows f where f.sid = ${sid} and f.flow = 'production' on conflict do nothing`;
}

/** Converts a row of `site_flows f` to one of `site_days`. */
function asDay(sql: Transaction): Fragment {
  const meters = sql`(f.counted + f.integrated + f.mixed + f.imported)`;
  return sql`f.sid, f.day, f.energy_wh,
    case ${meters} when f.counted then 'counted' when f.integrated then 'integrated' when f.imported then 'imported' else 'mixed' end,
    f.covered_s / greatest(1, ${meters}), 0, f.hours`;
}
