// Reads a device's flows over periods, as its plant counts them, with the origin of each figure.
import type { FlowFigure } from '@heliograph/contract/entities/statistics.ts';
import { FLOWS, type Flow, MEASURED_FLOWS } from '@heliograph/contract/flows.ts';
import { FLOW_KINDS, type Kind, producesEnergy } from '../../families/kinds.ts';
import { type Day, dayBounds, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { kWhOf, wholeWhOf } from '../../platform/texts/numbers.ts';

interface Row {
  flow: Flow;
  firstDay: Day;
  /** Index of the period, from 0. */
  place: number;
  energyWh: number | null;
  spreadWh: number | null;
  coveredS: number | null;
  sources: Exclude<FlowFigure['source'], 'none'>[];
}

/**
 * Returns the flows with any data, each with one figure per period and the stored energies. The caller has checked
 * access to the device.
 */
export async function flowsOfPeriods(
  sql: Transaction,
  { sid, sn, timezone }: { sid: string; sn: string; timezone: string },
  periods: readonly Period[],
  at: Date,
): Promise<{ flow: Flow; figures: FlowFigure[]; energiesWh: (number | null)[] }[]> {
  const rows = await sql<Row[]>`
    select b.flow, b.first_day, p.place - 1 as place, sum(${wholeWhOf(sql, sql`f.energy_wh`)}) as energy_wh, sum(f.spread_wh) as spread_wh,
      sum(f.covered_s) as covered_s, array_remove(array_agg(distinct f.source), null) as sources
    from (
      select counts_as as flow, min(day) as first_day from device_flows
      where sid = ${sid} and sn = ${sn} and counts_as is not null group by counts_as
    ) b
    cross join (
      select unnest(${textArray(periods.map(({ from }) => from))}::text::date[]) as from_day,
        unnest(${textArray(periods.map(({ to }) => to))}::text::date[]) as to_day,
        generate_series(1, ${periods.length}::int) as place
    ) p
    left join device_flows f on f.sid = ${sid} and f.sn = ${sn} and f.counts_as = b.flow and f.day between p.from_day and p.to_day
    group by b.flow, b.first_day, p.place`;
  const today = localDay(at.getTime(), timezone);
  return FLOWS.flatMap((flow) => {
    const flowRows = rows.filter((row) => row.flow === flow).sort((left, right) => left.place - right.place);
    if (flowRows.length === 0) return [];
    return [
      {
        flow,
        figures: flowRows.map((row) => figureOf(row, periods[row.place]!, timezone, today, at)),
        energiesWh: flowRows.map(({ energyWh }) => energyWh),
      },
    ];
  });
}

/** Returns, by serial number, the kWh of a plant's meters and batteries on one day, only for known flows. */
export async function flowsOfDay(
  sql: Transaction,
  sid: string,
  devices: readonly { sn: string; kind: Kind }[],
  day: Day,
): Promise<Map<string, { flow: Flow; energy: number }[]>> {
  const sns = devices.filter(({ kind }) => !producesEnergy(kind) && FLOW_KINDS.includes(kind)).map(({ sn }) => sn);
  if (sns.length === 0) return new Map();
  // Lists all possible flows, as `flow` comes before `day` in the key.
  const rows = await sql<{ sn: string; flow: Flow; energyWh: number }[]>`
    select f.sn, f.counts_as as flow, sum(${wholeWhOf(sql, sql`f.energy_wh`)}) as energy_wh from device_flows f
    where f.sid = ${sid} and f.sn = any (${textArray(sns)}::text::text[]) and f.flow = any (${textArray(MEASURED_FLOWS)}::text::text[])
      and f.day = ${day} and f.counts_as is not null group by f.sn, f.counts_as`;
  const order = (flow: Flow): number => FLOWS.indexOf(flow);
  const sorted = rows.toSorted((left, right) => order(left.flow) - order(right.flow));
  return new Map(
    [...Map.groupBy(sorted, ({ sn }) => sn)].map(([sn, flows]) => [
      sn,
      flows.map(({ flow, energyWh }) => ({ flow, energy: kWhOf(energyWh) })),
    ]),
  );
}

function figureOf(row: Row, { from, to }: Period, timezone: string, today: Day, at: Date): FlowFigure {
  const [first, ...more] = row.sources;
  if (first === undefined || row.energyWh === null)
    return { energy: null, unit: 'kWh', source: 'none', completeness: 0, spread: null };
  const begins = dayBounds(from > row.firstDay ? from : row.firstDay, timezone).startMs;
  const ends = to < today ? dayBounds(to, timezone).endMs : at.getTime();
  const expectedS = (ends - begins) / 1000;
  return {
    energy: kWhOf(row.energyWh),
    unit: 'kWh',
    source: more.length > 0 ? 'mixed' : first,
    completeness: expectedS <= 0 ? 1 : Math.min(1, Math.round(((row.coveredS ?? 0) / expectedS) * 1000) / 1000),
    spread: kWhOf(row.spreadWh),
  };
}
