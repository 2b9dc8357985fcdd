// Computes the energy balance of a plant over days, months or any range from its days of production and of flows. Quantities that are not measured are null and listed as missing.
import { FLOWS, type Flow, type MeasuredFlow } from '@heliograph/contract/flows.ts';
import { FLOW_KINDS, type Kind, PRODUCING_KINDS } from '../../families/kinds.ts';
import { batteryMeasuredSince, joinMeterSettings } from '../../installation/meterSettings.ts';
import { countsAs, type MeterSetting } from '../../installation/rules/flowRoles.ts';
import { addDays, type Day, dayBounds, eachDay, localDay } from '../../platform/calendar/rules/localDays.ts';
import { mapPeriods, type Period, type PerPeriod } from '../../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { wholeWh } from '../../platform/texts/numbers.ts';
import { coveredOf, expectedOnDays, isKnownOf, type StoredDay, storedDays } from '../periods/storedDays.ts';
import {
  type Balance,
  balanceOfDays,
  type DayOfPlant,
  type Measure,
  type MeasureState,
  type Origin,
} from '../rules/balance.ts';

export interface Plant {
  sid: string;
  timezone: string;
  latitude: number;
  longitude: number;
}

/** Returns one balance per period, in order. The caller has checked access to the site. */
export async function balanceOfPeriods(
  sql: Transaction,
  plant: Plant,
  periods: readonly Period[],
  at: Date,
): Promise<Balance[]> {
  return (await daysByPeriod(sql, plant, periods, at)).map(balanceOfDays);
}

/** Queries the caller has already started: the flow spans, and stored days that cover at least the periods. */
export interface BalanceInputs {
  spans?: Promise<Spans>;
  priced?: Promise<{ days: readonly StoredDay[] }>;
}

/** Returns the finished and current days of each period; none before the first day with data. */
export async function daysByPeriod<const Periods extends readonly Period[]>(
  sql: Transaction,
  plant: Plant,
  periods: Periods,
  at: Date,
  preloaded: BalanceInputs = {},
): Promise<PerPeriod<Periods, DayOfPlant[]>> {
  const today = localDay(at.getTime(), plant.timezone);
  const from = periods.reduce((min, period) => (period.from < min ? period.from : min), today);
  const to = periods.reduce((max, period) => (period.to > max ? period.to : max), '');
  const days = await daysOfPlant(sql, plant, { from, to: to < today ? to : today }, at, preloaded);
  const indexOf = new Map(days.map(({ day }, index) => [day, index]));
  const first = days[0]?.day ?? today;
  const last = days.at(-1)?.day ?? '';
  return mapPeriods(periods, (period) => {
    const begins = indexOf.get(period.from > first ? period.from : first) ?? days.length;
    const ends = indexOf.get(period.to < last ? period.to : last) ?? -1;
    return days.slice(begins, ends + 1);
  });
}

/** A flow and whether a meter measures it. */
type FlowKey = Flow | `${Flow} of a meter`;
const METER_KEYS = Object.fromEntries(FLOWS.map((flow) => [flow, `${flow} of a meter`])) as Record<Flow, FlowKey>;
export const spanKey = (flow: Flow, byMeter: boolean): FlowKey => (byMeter ? METER_KEYS[flow] : flow);

/** One flow of one day. */
interface FlowRow {
  energyWh: number;
  spreadWh: number;
  coveredS: number;
  devices: number;
  source: Origin;
}
type FlowRows = Partial<Record<FlowKey, FlowRow>>;

/** Returns each day from the first one with data, up to today. */
async function daysOfPlant(
  sql: Transaction,
  plant: Plant,
  { from, to }: Period,
  at: Date,
  preloaded: BalanceInputs,
): Promise<DayOfPlant[]> {
  const { sid, timezone } = plant;
  const today = localDay(at.getTime(), timezone);
  const [flows, days, firstDays, spans] = await Promise.all([
    flowRows(sql, sid, { from, to }),
    preloaded.priced?.then((priced) => priced.days) ??
      storedDays(sql, { sid, timezone }, sql`d.day between ${from} and ${to}`),
    readFirstDays(sql, sid),
    preloaded.spans ?? spansOf(sql, sid, timezone, today),
  ]);
  const production = new Map(days.filter(isKnownOf(plant, at)).map((row) => [row.day, row]));
  const coveredS = coveredOf(plant, at);
  const expectedOn = expectedOnDays(plant, at);
  const firsts = [firstDays.production, firstDays.flows].filter((day) => day !== null).sort();
  const first = firsts[0];
  if (first === undefined) return [];
  const slowestS = Math.max(0, ...spans.values().map(({ slowestS: ofFlow }) => ofFlow));

  return eachDay(first > from ? first : from, to).map((day): DayOfPlant => {
    const { startMs, endMs } = dayBounds(day, timezone);
    const lengthS = (Math.min(endMs, Math.max(startMs, at.getTime())) - startMs) / 1000;

    const ofDay: FlowRows = flows.get(day) ?? {};
    const measureBy = (flow: Flow, byMeter: boolean): MeasureState => {
      const expected = spans.get(spanKey(flow, byMeter))?.on(day) ?? 0;
      const row = ofDay[spanKey(flow, byMeter)];
      if (!row) return expected > 0 ? 'missing' : 'absent';
      return measureOf(row, expected, lengthS);
    };
    /**
     * Returns the measure of a meter where one reports, else that of inverters: adding both would count the same
     * energy twice.
     */
    const measureOfFlow = (flow: Flow): MeasureState => {
      const meter = measureBy(flow, true);
      if (typeof meter === 'object') return meter;
      const device = measureBy(flow, false);
      return typeof device === 'object' || meter === 'absent' ? device : meter;
    };
    /** Returns what inverters report; on days without an inverter report, what a meter at the modules measures. */
    const measureOfProduction = (): MeasureState => {
      const row = production.get(day);
      const expectedS = expectedOn(day);
      if (row) {
        const { spreadWh = 0 } = (row.devices === 0 && ofDay[spanKey('production', true)]) || {};
        const completeness = expectedS <= 0 ? 1 : Math.min(1, coveredS(row) / expectedS);
        return { energyWh: row.energyWh, spreadWh, source: row.source, completeness };
      }
      if (!firstDays.hasProducers) return measureOfFlow('production');
      if (firstDays.production === null || day < firstDays.production) return 'absent';
      // Inverters do not report while the sun is down: production is zero then.
      return expectedS <= 0 ? { energyWh: 0, spreadWh: 0, source: 'counted', completeness: 1 } : 'missing';
    };
    const measures = Object.fromEntries(FLOWS.map((flow) => [flow, measureOfFlow(flow)])) as Record<Flow, MeasureState>;
    const notDue = day === today && lengthS < slowestS;
    return {
      day,
      lengthS,
      ...(notDue ? { notDue } : {}),
      measures: { ...measures, production: measureOfProduction() },
    };
  });
}

/**
 * Returns the flows of each day. The query returns all days of a flow as one text: a year of six flows is two thousand
 * rows, and the driver spends more on each row than all other processing of it costs.
 */
async function flowRows(sql: Transaction, sid: string, { from, to }: Period): Promise<Map<Day, FlowRows>> {
  const results = await sql<{ flow: Flow; byMeter: boolean; days: string }[]>`
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
  for (const { flow, byMeter, days } of results) {
    const key = spanKey(flow, byMeter);
    for (const text of days.split(',')) {
      const [day, energyWh, spreadWh, coveredS, devices, source] = text.split(' ') as [Day, ...string[]];
      let ofDay = rows.get(day);
      if (!ofDay) {
        ofDay = {};
        rows.set(day, ofDay);
      }
      ofDay[key] = {
        energyWh: wholeWh(Number(energyWh)),
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

/** Reads the first day with production, the first day with a flow (null: none), and whether any device can produce. */
async function readFirstDays(
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

/** Number of devices that measure a flow, by day, and the longest upload interval of those still installed. */
class Span {
  slowestS = 0;
  /** Change of the number on each day: most devices begin on the same few days. */
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
  batteryMeasuredFrom: Day | null;
  firstDay: Day;
  lastDay: Day;
  reportedOn: Day | null;
  removedAt: Date | null;
  /** Longest upload interval of these devices, seconds. */
  everyS: number;
  /** Number of devices with identical values in all other fields: two hundred hybrids can begin on one day. */
  devices: number;
}

/**
 * Returns for each flow key how many devices measure it on each day: from a device's first day with the flow until
 * today, until its removal, or until its last day with the flow if it has reported without it since. A device that
 * stopped reporting is still expected.
 */
export async function spansOf(sql: Transaction, sid: string, timezone: string, today: Day): Promise<Spans> {
  const rows = await sql<SpanRow[]>`
    with flow_devices as materialized (
      -- once per device, not once per flow
      select d.sid, d.sn, p.kind, g.settings, ${batteryMeasuredSince(sql)} as battery_measured_from, l.day as reported_on, d.removed_at, l.upload_every_s as every_s
      from devices d join products p on p.id = d.product_id join device_live l on l.sid = d.sid and l.sn = d.sn ${joinMeterSettings(sql)}
      where d.sid = ${sid} and p.kind = any (${FLOW_KINDS})
    )
    select kind, flow, coalesce(settings, '[]')::json as settings, battery_measured_from, first_day, last_day, reported_on, removed_at,
      max(every_s) as every_s, count(*)::int as devices
    from (
      select t.kind, s.flow, t.settings, t.battery_measured_from, s.first_day, s.last_day, t.reported_on, t.removed_at, t.every_s
      from flow_devices t join device_flow_spans s on s.sid = t.sid and s.sn = t.sn where s.sid = ${sid}
    ) f
    group by kind, flow, f.settings, battery_measured_from, first_day, last_day, reported_on, removed_at`;
  const spans = new Map<FlowKey, Span>();
  for (const {
    kind,
    flow,
    settings,
    batteryMeasuredFrom,
    firstDay,
    lastDay,
    reportedOn,
    removedAt,
    everyS,
    devices,
  } of rows) {
    const installation = { isMeter: kind === 'meter', settings, batteryMeasuredFrom };
    const reportedWithoutFlow = reportedOn !== null && reportedOn > lastDay;
    const removedOn = removedAt && localDay(removedAt.getTime(), timezone);
    const end = removedOn ?? (reportedWithoutFlow ? lastDay : today);
    const cuts = [...settings.map(({ validFrom }) => validFrom), ...(batteryMeasuredFrom ? [batteryMeasuredFrom] : [])]
      .filter((day) => day > firstDay && day <= end)
      .toSorted();
    for (const [index, from] of [firstDay, ...cuts].entries()) {
      const counted = countsAs(flow, from, installation);
      if (counted === null) continue;
      const key = spanKey(counted, installation.isMeter);
      const span = spans.get(key) ?? new Span();
      span.add(from, cuts[index] === undefined ? end : addDays(cuts[index], -1), devices);
      if (removedAt === null) span.slowestS = Math.max(span.slowestS, everyS);
      spans.set(key, span);
    }
  }
  return spans;
}
