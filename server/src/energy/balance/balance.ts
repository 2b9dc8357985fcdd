// The one energy balance of a plant: of days, months or any range, from its days of production and of flows. What is not measured is null, and named.
import { FLOWS, type Flow, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import { FLOW_KINDS, type Kind, PRODUCING_KINDS } from '../../families/kinds.ts';
import { batteryMeasuredSince, joinMeterSettings } from '../../installation/meterSettings.ts';
import { countsAs, type MeterSetting } from '../../installation/rules/flowRoles.ts';
import { addDays, type Day, dayBounds, eachDay, localDay } from '../../platform/calendar/rules/localDays.ts';
import { mapPeriods, type Period, type PerPeriod } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { type StoredDay, storedDays } from '../periods/storedDays.ts';
import {
  type Balance,
  balanceOfDays,
  type DayOfPlant,
  type Measure,
  type MeasureState,
  type Origin,
} from '../rules/balance.ts';
import { expectedAroundTheClock, expectedByDayOfYear, expectedSeconds } from '../rules/expectedDaylight.ts';

export interface Plant {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
}

/** One balance a period, in order. The site was found among the visible ones. */
export async function balanceOfPeriods(
  sql: Transaction,
  plant: Plant,
  periods: readonly Period[],
  at: Date,
): Promise<Balance[]> {
  return (await daysByPeriod(sql, plant, periods, at)).map(balanceOfDays);
}

/** What was asked for already: the spans of now, and days of a plant, at least those of the periods. */
export interface BalanceInputs {
  spans?: Promise<Spans>;
  priced?: Promise<{ days: readonly StoredDay[] }>;
}

/** The days that are over, or going on, of each period; none before the first that tells anything. */
export async function daysByPeriod<const Periods extends readonly Period[]>(
  sql: Transaction,
  plant: Plant,
  periods: Periods,
  at: Date,
  asked: BalanceInputs = {},
): Promise<PerPeriod<Periods, DayOfPlant[]>> {
  const today = localDay(at.getTime(), plant.timezone);
  const from = periods.reduce((least, period) => (period.from < least ? period.from : least), today);
  const to = periods.reduce((most, period) => (period.to > most ? period.to : most), '');
  const days = await daysOfPlant(sql, plant, { from, to: to < today ? to : today }, at, asked);
  const placeOf = new Map(days.map(({ day }, place) => [day, place]));
  const first = days[0]?.day ?? today;
  const last = days.at(-1)?.day ?? '';
  return mapPeriods(periods, (period) => {
    const begins = placeOf.get(period.from > first ? period.from : first) ?? days.length;
    const ends = placeOf.get(period.to < last ? period.to : last) ?? -1;
    return days.slice(begins, ends + 1);
  });
}

/** A flow, and whether a meter tells it. */
type FlowKey = Flow | `${Flow} of a meter`;
const METER_KEYS = Object.fromEntries(FLOWS.map((flow) => [flow, `${flow} of a meter`])) as Record<Flow, FlowKey>;
export const spanKey = (flow: Flow, byMeter: boolean): FlowKey => (byMeter ? METER_KEYS[flow] : flow);

/** A flow of a day. */
interface FlowRow {
  energyWh: number;
  spreadWh: number;
  coveredS: number;
  devices: number;
  source: Origin;
}
type FlowRows = Partial<Record<FlowKey, FlowRow>>;

/** Each day from the first that tells anything, up to today. */
async function daysOfPlant(
  sql: Transaction,
  plant: Plant,
  { from, to }: Period,
  at: Date,
  known: BalanceInputs,
): Promise<DayOfPlant[]> {
  const { sid, timezone } = plant;
  const today = localDay(at.getTime(), timezone);
  const [flows, days, begins, spans] = await Promise.all([
    flowRows(sql, sid, { from, to }),
    known.priced?.then((priced) => priced.days) ?? storedDays(sql, { sid }, sql`d.day between ${from} and ${to}`),
    beginsOf(sql, sid),
    known.spans ?? spansOf(sql, sid, timezone, today),
  ]);
  const production = new Map(days.map((row) => [row.day, row]));
  const firsts = [begins.production, begins.flows].filter((day) => day !== null).sort();
  const first = firsts[0];
  if (first === undefined) return [];
  const asked = expectedByDayOfYear(plant.latitude);
  const slowestS = Math.max(0, ...spans.values().map(({ slowestS: ofFlow }) => ofFlow));
  const isDarkToday = expectedSeconds(today, today, plant, today, at.getTime()) <= 0;

  return eachDay(first > from ? first : from, to).map((day): DayOfPlant => {
    const { startMs, endMs } = dayBounds(day, timezone);
    const lengthS = (Math.min(endMs, Math.max(startMs, at.getTime())) - startMs) / 1000;

    const ofDay: FlowRows = flows.get(day) ?? {};
    const reportedParameters = (flow: Flow, byMeter: boolean): MeasureState => {
      const expected = spans.get(spanKey(flow, byMeter))?.on(day) ?? 0;
      const row = ofDay[spanKey(flow, byMeter)];
      if (!row) return expected > 0 ? 'missing' : 'absent';
      return measureOf(row, expected, lengthS);
    };
    /**
     * A meter at its place wins over what inverters measure beside their work, as long as it tells: both at once would
     * count the same energy twice.
     */
    const toldOf = (flow: Flow): MeasureState => {
      const meter = reportedParameters(flow, true);
      if (typeof meter === 'object') return meter;
      const device = reportedParameters(flow, false);
      return typeof device === 'object' || meter === 'absent' ? device : meter;
    };
    /** Inverters count, and a meter at the modules on the days that none of them tells of. */
    const toldProduction = (): MeasureState => {
      const row = production.get(day);
      if (row?.devices === 0) {
        const { spreadWh = 0 } = ofDay[spanKey('production', true)] ?? {};
        const ofS = expectedAroundTheClock(day === today ? lengthS : Number.POSITIVE_INFINITY);
        const completeness = Math.min(1, row.coveredS / ofS);
        return { energyWh: row.energyWh, spreadWh, source: row.source, completeness };
      }
      if (!begins.hasProducers) return toldOf('production');
      const askedS =
        day === today
          ? expectedSeconds(today, today, plant, today, at.getTime())
          : asked[Math.floor((Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000)]!;
      if (row) {
        const completeness = askedS <= 0 ? 1 : Math.min(1, row.coveredS / askedS);
        return { energyWh: row.energyWh, spreadWh: 0, source: row.source, completeness };
      }
      if (begins.production === null || day < begins.production) return 'absent';
      // Without the sun there is none: inverters that sleep have nothing to say.
      const isDark = day === today ? isDarkToday : askedS <= 0;
      return isDark ? { energyWh: 0, spreadWh: 0, source: 'counted', completeness: 1 } : 'missing';
    };
    const told = Object.fromEntries(FLOWS.map((flow) => [flow, toldOf(flow)])) as Record<Flow, MeasureState>;
    const notDue = day === today && lengthS < slowestS;
    return { day, lengthS, ...(notDue ? { notDue } : {}), told: { ...told, production: toldProduction() } };
  });
}

/**
 * By day. All days of a flow come as one text: a year of six flows is two thousand rows, and a row of the driver costs more
 * than all else that is done with it.
 */
async function flowRows(sql: Transaction, sid: string, { from, to }: Period): Promise<Map<Day, FlowRows>> {
  const found = await sql<{ flow: Flow; byMeter: boolean; days: string }[]>`
    select flow, by_meter, string_agg(concat_ws(' ', day, energy_wh, spread_wh, covered_s, devices,
      case devices when 0 then 'mixed' when counted then 'counted' when integrated then 'integrated' when imported then 'imported'
        else 'mixed' end), ',') as days
    from (
      select flow, by_meter, day, energy_wh, spread_wh, covered_s, counted, integrated, imported,
        counted + integrated + mixed + imported as devices
      from site_flows where sid = ${sid} and day between ${from} and ${to}
    ) f
    group by flow, by_meter`;
  const rows = new Map<Day, FlowRows>();
  for (const { flow, byMeter, days } of found) {
    const key = spanKey(flow, byMeter);
    for (const told of days.split(',')) {
      const [day, energyWh, spreadWh, coveredS, devices, source] = told.split(' ') as [Day, ...string[]];
      let ofDay = rows.get(day);
      if (!ofDay) {
        ofDay = {};
        rows.set(day, ofDay);
      }
      ofDay[key] = {
        energyWh: Number(energyWh),
        spreadWh: Number(spreadWh),
        coveredS: Number(coveredS),
        devices: Number(devices),
        source: source as Origin,
      };
    }
  }
  return rows;
}

function measureOf(row: FlowRow, expected: number, lengthS: number): Measure {
  const devices = Math.max(expected, row.devices);
  return {
    energyWh: row.energyWh,
    spreadWh: row.spreadWh,
    source: row.source,
    completeness: lengthS <= 0 ? 1 : Math.min(1, row.coveredS / (devices * lengthS)),
  };
}

/** The first day that has production, and that has a flow; whether anything of the plant can produce. */
async function beginsOf(
  sql: Transaction,
  sid: string,
): Promise<{ production: Day | null; flows: Day | null; hasProducers: boolean }> {
  const [[days], [flows], producers] = await Promise.all([
    sql<{ day: Day | null }[]>`select min(day) as day from site_days where sid = ${sid}`,
    sql<{ day: Day | null }[]>`select min(day) as day from site_flows where sid = ${sid}`,
    sql`select from devices d join products p on p.id = d.product_id
      where d.sid = ${sid} and p.kind = any (${PRODUCING_KINDS}) limit 1`,
  ]);
  return { production: days?.day ?? null, flows: flows?.day ?? null, hasProducers: producers.length > 0 };
}

/** How many devices tell of a flow, by day, and the longest time between two reports of those that are there. */
class Span {
  slowestS = 0;
  /** By how many their number changes on a day: most begin on the same few. */
  readonly #changes = new Map<Day, number>();
  add(from: Day, to: Day, devices: number): void {
    const after = addDays(to, 1);
    this.#changes.set(from, (this.#changes.get(from) ?? 0) + devices);
    this.#changes.set(after, (this.#changes.get(after) ?? 0) - devices);
  }
  on(day: Day): number {
    let count = 0;
    for (const [since, by] of this.#changes) if (since <= day) count += by;
    return count;
  }
}

export type Spans = ReadonlyMap<FlowKey, Span>;

interface SpanRow {
  kind: Kind;
  flow: MeasuredFlow;
  settings: readonly MeterSetting[];
  toldFrom: Day | null;
  firstDay: Day;
  lastDay: Day;
  heardOn: Day | null;
  removedAt: Date | null;
  /** The longest that one of them may take to its next report. */
  everyS: number;
  /** How many are alike in all of this: two hundred hybrids began on one day. */
  devices: number;
}

/**
 * By flow and whether a meter tells it: from a device's first day with it until today, or until it left the plant, or
 * spoke without it; what falls silent is still expected.
 */
export async function spansOf(sql: Transaction, sid: string, timezone: string, today: Day): Promise<Spans> {
  const found = await sql<SpanRow[]>`
    with told as materialized (
      -- each device once, not once for each of its flows
      select d.sid, d.sn, p.kind, g.settings, ${batteryMeasuredSince(sql)} as told_from, l.day as heard_on, d.removed_at, l.upload_every_s as every_s
      from devices d join products p on p.id = d.product_id join device_live l on l.sid = d.sid and l.sn = d.sn ${joinMeterSettings(sql)}
      where d.sid = ${sid} and p.kind = any (${FLOW_KINDS})
    )
    select kind, flow, coalesce(settings, '[]')::json as settings, told_from, first_day, last_day, heard_on, removed_at,
      max(every_s) as every_s, count(*)::int as devices
    from (
      select t.kind, s.flow, t.settings, t.told_from, s.first_day, s.last_day, t.heard_on, t.removed_at, t.every_s
      from told t join device_flow_spans s on s.sid = t.sid and s.sn = t.sn where s.sid = ${sid}
    ) f
    group by kind, flow, f.settings, told_from, first_day, last_day, heard_on, removed_at`;
  const spans = new Map<FlowKey, Span>();
  for (const { kind, flow, settings, toldFrom, firstDay, lastDay, heardOn, removedAt, everyS, devices } of found) {
    const installation = { isMeter: kind === 'meter', settings, toldFrom };
    const spokeWithout = heardOn !== null && heardOn > lastDay;
    const left = removedAt && localDay(removedAt.getTime(), timezone);
    const end = left ?? (spokeWithout ? lastDay : today);
    const cuts = [...settings.map(({ validFrom }) => validFrom), ...(toldFrom ? [toldFrom] : [])]
      .filter((day) => day > firstDay && day <= end)
      .toSorted();
    for (const [place, from] of [firstDay, ...cuts].entries()) {
      const counted = countsAs(flow, from, installation);
      if (counted === null) continue;
      const key = spanKey(counted, installation.isMeter);
      const span = spans.get(key) ?? new Span();
      span.add(from, cuts[place] === undefined ? end : addDays(cuts[place], -1), devices);
      if (removedAt === null) span.slowestS = Math.max(span.slowestS, everyS);
      spans.set(key, span);
    }
  }
  return spans;
}
