// Updates a plant's sums of flows by the differences of its devices' days.
import type { Flow } from '@heliograph/contract/flows.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { listArray, plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { wholeWh } from '../../platform/texts/numbers.ts';
import { type ClockHours, noHours } from '../rules/clockHours.ts';
import type { FlowChange, FlowFigures } from './deviceFlowDays.ts';

interface Sum {
  sid: string;
  day: Day;
  flow: Flow;
  byMeter: boolean;
  energyWh: number;
  integratedWh: number;
  spreadWh: number;
  coveredS: number;
  counted: number;
  integrated: number;
  mixed: number;
  imported: number;
  hours: ClockHours | null;
}

/** Adds the differences of flow days to the sums of their plants, which are locked. */
export function writeSiteFlows(sql: Transaction, changes: readonly FlowChange[]): Promise<unknown>[] {
  const sums = new Map<string, Sum>();
  const reduced = new Set<Sum>();
  const add = (sid: string, day: Day, figures: FlowFigures | null, sign: 1 | -1): void => {
    if (!figures || figures.countsAs === null) return;
    const { countsAs: flow, byMeter, source } = figures;
    const key = `${sid} ${day} ${flow} ${byMeter}`;
    let sum = sums.get(key);
    if (!sum) {
      sum = { sid, day, flow, byMeter, ...NOTHING };
      sums.set(key, sum);
    }
    sum.energyWh += sign * wholeWh(figures.energyWh);
    sum.integratedWh += sign * figures.integratedWh;
    sum.spreadWh += sign * figures.spreadWh;
    sum.coveredS += sign * figures.coveredS;
    sum[source] += sign;
    sum.hours = withHours(sum.hours, figures.hours, sign);
    if (sum.counted + sum.integrated + sum.mixed + sum.imported < 0) reduced.add(sum);
    else reduced.delete(sum);
  };
  for (const { sid, day, before, after } of changes) {
    add(sid, day, before, -1);
    add(sid, day, after, 1);
  }
  if (sums.size === 0) return [];
  const writes = [addDifferences(sql, [...sums.values()])];
  if (reduced.size > 0) writes.push(deleteEmpty(sql, [...reduced]));
  return writes;
}

const NOTHING = {
  energyWh: 0,
  integratedWh: 0,
  spreadWh: 0,
  coveredS: 0,
  counted: 0,
  integrated: 0,
  mixed: 0,
  imported: 0,
  hours: null,
} as const;

/** Adds hours to a sum, or subtracts them; null: none is stored by the hour. */
export function withHours(
  sum: ClockHours | null,
  hours: ClockHours | null | undefined,
  sign: 1 | -1,
): ClockHours | null {
  if (!hours) return sum;
  return (sum ?? noHours()).map((energy, hour) => energy + sign * hours[hour]!);
}

function addDifferences(sql: Transaction, sums: readonly Sum[]): Promise<unknown> {
  return sql`
    insert into site_flows as s (sid, day, flow, by_meter, energy_wh, integrated_wh, spread_wh, covered_s, counted, integrated, mixed, imported, hours)
    select * from (
      select unnest(${textArray(sums.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(sums.map(({ day }) => day))}::text::date[]) as day,
        unnest(${textArray(sums.map(({ flow }) => flow))}::text::text[]) as flow,
        unnest(${plainArray(sums.map(({ byMeter }) => byMeter))}::text::boolean[]) as by_meter,
        unnest(${plainArray(sums.map(({ energyWh }) => energyWh))}::text::float8[]) as energy_wh,
        unnest(${plainArray(sums.map(({ integratedWh }) => integratedWh))}::text::float8[]) as integrated_wh,
        unnest(${plainArray(sums.map(({ spreadWh }) => spreadWh))}::text::float8[]) as spread_wh,
        unnest(${plainArray(sums.map(({ coveredS }) => coveredS))}::text::float8[]) as covered_s,
        unnest(${plainArray(sums.map(({ counted }) => counted))}::text::int[]) as counted,
        unnest(${plainArray(sums.map(({ integrated }) => integrated))}::text::int[]) as integrated,
        unnest(${plainArray(sums.map(({ mixed }) => mixed))}::text::int[]) as mixed,
        unnest(${plainArray(sums.map(({ imported }) => imported))}::text::int[]) as imported,
        (unnest(${listArray(sums.map(({ hours }) => hours))}::text::text[]))::bigint[] as hours
    ) g
    on conflict (sid, day, flow, by_meter) do update set
      energy_wh = round((s.energy_wh + excluded.energy_wh)::numeric, 6),
      integrated_wh = round((s.integrated_wh + excluded.integrated_wh)::numeric, 6),
      spread_wh = round((s.spread_wh + excluded.spread_wh)::numeric, 6),
      covered_s = round((s.covered_s + excluded.covered_s)::numeric, 3),
      counted = s.counted + excluded.counted, integrated = s.integrated + excluded.integrated,
      mixed = s.mixed + excluded.mixed, imported = s.imported + excluded.imported,
      hours = add_hours(s.hours, excluded.hours)`.execute();
}

/** Deletes days without any contributing device. */
function deleteEmpty(sql: Transaction, sums: readonly Sum[]): Promise<unknown> {
  return sql`
    delete from site_flows s using (
      select unnest(${textArray(sums.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(sums.map(({ day }) => day))}::text::date[]) as day
    ) g
    where s.sid = g.sid and s.day = g.day and s.counted + s.integrated + s.mixed + s.imported = 0`.execute();
}
