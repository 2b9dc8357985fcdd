// Production of a plant as meters at its modules tell it: of the days that no inverter tells of. One figure a day, whoever measured it.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import type { FlowChange } from '../flows/deviceFlowDays.ts';
import type { DayChange } from './deviceDays.ts';

interface SiteDay {
  sid: string;
  day: Day;
}

/** The days whose production may be that of meters now, or no longer; most batches have none. */
export function maybeMetered(days: readonly DayChange[], flows: readonly FlowChange[]): SiteDay[] {
  const ofModules = ({ before, after }: FlowChange) =>
    before?.countsAs === 'production' || after?.countsAs === 'production';
  return [...days.filter(({ after }) => !after), ...flows.filter(ofModules)];
}

/**
 * After sums of days and of flows are written: rows of `site_days` that no device is in (`devices` 0) are copies of what the
 * meters say. The plants are locked, and their live rows are written after this.
 */
export function writeMeteredDays(sql: Transaction, days: readonly SiteDay[]): Promise<unknown>[] {
  if (days.length === 0) return [];
  const keys = [...new Set(days.map(({ sid, day }) => `${sid} ${day}`))].map((key) => key.split(' ') as [string, Day]);
  const sids = textArray([...new Set(keys.map(([sid]) => sid))]);
  const dates = textArray([...new Set(keys.map(([, day]) => day))]);
  const given = sql`(
      select unnest(${textArray(keys.map(([sid]) => sid))}::text::text[]) as sid,
        unnest(${textArray(keys.map(([, day]) => day))}::text::date[]) as day
    ) g`;
  return [
    sql`
      delete from site_days d using ${given} where d.sid = g.sid and d.day = g.day and d.devices = 0
        and not exists (select from site_flows f where f.sid = d.sid and f.day = d.day and f.flow = 'production')`.execute(),
    sql`
      insert into site_days as d (sid, day, energy_wh, source, covered_s, devices, hours)
      select ${asDay(sql)} from ${given} join site_flows f on f.sid = g.sid and f.day = g.day and f.flow = 'production'
      on conflict (sid, day) do update set energy_wh = excluded.energy_wh, source = excluded.source,
        covered_s = excluded.covered_s, hours = excluded.hours, peak_known = false, modules_judged = false
      where d.devices = 0`.execute(),
    sql`
      update site_live l set metered = true, day = greatest(l.day, (
        select max(d.day) from site_days d where d.sid = l.sid and d.devices = 0 and d.day in (select unnest(${dates}::text::date[]))))
      where l.sid in (select unnest(${sids}::text::text[]))
        and (l.metered or exists (select from site_flows f where f.sid = l.sid and f.flow = 'production'))`.execute(),
    // A meter that was taken away from the modules leaves no day of zero.
    sql`
      update site_live l set day = (select max(v.day) from device_live v where v.sid = l.sid)
      where l.sid in (select unnest(${sids}::text::text[])) and l.metered
        and not exists (select from site_days d where d.sid = l.sid and d.day = l.day)`.execute(),
  ];
}

/** All days of a plant, after those that its devices tell of. */
export async function addMeteredDays(sql: Transaction, sid: string): Promise<void> {
  await sql`
    insert into site_days (sid, day, energy_wh, source, covered_s, devices, hours)
    select ${asDay(sql)} from site_flows f where f.sid = ${sid} and f.flow = 'production' on conflict do nothing`;
}

/** A row of `site_flows f` as one of `site_days`. */
function asDay(sql: Transaction): Fragment {
  const meters = sql`(f.counted + f.integrated + f.mixed + f.imported)`;
  return sql`f.sid, f.day, f.energy_wh,
    case ${meters} when f.counted then 'counted' when f.integrated then 'integrated' when f.imported then 'imported' else 'mixed' end,
    f.covered_s / greatest(1, ${meters}), 0, f.hours`;
}
