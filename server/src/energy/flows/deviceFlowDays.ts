// Reads and writes the stored flows per device and day; writes report what changed, so that the plant's sums can follow.
import type { Flow, MeasuredFlow } from '@heliograph/contract/flows.ts';
import type { KnownDevice } from '../../installation/knownDevices.ts';
import { countsAs } from '../../installation/rules/flowRoles.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { plainArray, textArray } from '../../platform/database/arrays.ts';
import { booleans, dates, floats, ints, jsons, texts } from '../../platform/database/binaryArrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { DeviceKey } from '../../platform/database/deviceKeys.ts';
import { flowSamplesAfter, type Sample } from '../../samples/samples.ts';
import type { ClockHours } from '../rules/clockHours.ts';
import type { FlowOrigin, FlowRow, FlowState } from '../rules/flowDays.ts';
import { aggregateFlow } from '../rules/flowEnergy.ts';
import { flowSampleOf, measuredFlows } from '../rules/flowSamples.ts';
import { type FlowStore, recomputeFlow } from '../rules/recomputeDays.ts';
import { type FlowKey, writeFlowSpans } from './flowSpans.ts';
import { parseFlowState, serializeFlowState } from './serializeState.ts';

/** Figures of a day that a plant's sums depend on. */
export interface FlowFigures {
  energyWh: number;
  integratedWh: number;
  spreadWh: number;
  coveredS: number;
  source: FlowOrigin;
  countsAs: Flow | null;
  byMeter: boolean;
  /** Null or missing: not stored by the hour. */
  hours?: ClockHours | null;
}

/** Figures of one flow of a device on one day before and after a change; null: no row. */
export interface FlowChange {
  sid: string;
  day: Day;
  before: FlowFigures | null;
  after: FlowFigures | null;
}

export interface NewestFlow {
  carry: FlowState | null;
  /** Days from that of the state on. */
  days: Map<Day, FlowFigures>;
}

export type NewestFlows = Map<MeasuredFlow, NewestFlow>;

type StoredFlow = DeviceKey & FlowFigures & { flow: MeasuredFlow; day: Day; carry: string | null };
/** What of a day was rejected, and above which power a single sample was doubtful (null: the day has no samples). */
type FlowRejections = Pick<FlowRow, 'rejectedPowers' | 'rejectedReadings'> & { boundW: number | null };
export type DeviceFlow = DeviceKey &
  FlowFigures &
  FlowRejections &
  Pick<FlowRow, 'day' | 'carryAfter'> & { flow: MeasuredFlow };
type FlowDevice = Pick<KnownDevice, 'sid' | 'sn' | 'flowSource' | 'installation'>;

/** Reads by `sn` what each of these flows continues from; a device without stored flows has an empty map. */
export async function readNewestFlows(
  sql: Transaction,
  requests: readonly (DeviceKey & { flows: readonly MeasuredFlow[] })[],
): Promise<Map<string, NewestFlows>> {
  const keys = requests.flatMap(({ flows, ...key }) => flows.map((flow) => ({ ...key, flow })));
  const rows = await sql<StoredFlow[]>`
    select l.sid, l.sn, f.flow, f.day, f.energy_wh, f.integrated_wh, f.spread_wh, f.covered_s, f.source, f.counts_as, f.by_meter, f.hours,
      f.carry::text as carry
    from (
      select unnest(${textArray(keys.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(keys.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(keys.map(({ flow }) => flow))}::text::text[]) as flow
    ) k
    join device_live l on l.sid = k.sid and l.sn = k.sn
    join device_flows f on f.sid = l.sid and f.sn = l.sn and f.flow = k.flow and f.day >= coalesce((
      select max(e.day) from device_flows e where e.sid = l.sid and e.sn = l.sn and e.flow = k.flow and e.carry is not null
    ), '-infinity')
    order by f.day`;
  const newest = new Map(requests.map(({ sn }) => [sn, new Map() as NewestFlows]));
  for (const { sid: _sid, sn, flow, day, carry, ...figures } of rows) {
    const flows = newest.get(sn)!;
    let stored = flows.get(flow);
    if (!stored) {
      stored = { carry: null, days: new Map() };
      flows.set(flow, stored);
    }
    stored.carry ??= carry === null ? null : parseFlowState(carry);
    stored.days.set(day, figures);
  }
  return newest;
}

function figuresOf(row: FlowRow, flow: MeasuredFlow, { installation }: FlowDevice): FlowFigures {
  const { energyWh, integratedWh, spreadWh, coveredS, source, hours } = row;
  return {
    energyWh,
    integratedWh,
    spreadWh,
    coveredS,
    source,
    countsAs: countsAs(flow, row.day, installation),
    byMeter: installation.isMeter,
    ...(hours && { hours }),
  };
}

const rejectionsOf = ({ rejectedPowers, rejectedReadings, boundW }: FlowRow): FlowRejections => ({
  rejectedPowers,
  rejectedReadings,
  boundW,
});

/** Of a day without samples. */
export const NOTHING_REJECTED: FlowRejections = { rejectedPowers: 0, rejectedReadings: 0, boundW: null };

export interface AggregatedFlows {
  flows: NewestFlows;
  rows: DeviceFlow[];
  changes: FlowChange[];
  /** Flows that got a new day. */
  begun: FlowKey[];
}

/** Continues each flow with samples later than all earlier ones. */
export function aggregateFlows(
  before: NewestFlows,
  measured: readonly MeasuredFlow[],
  samples: readonly Sample[],
  device: FlowDevice,
): AggregatedFlows {
  const { sid, sn, flowSource } = device;
  const result: AggregatedFlows = { flows: new Map(before), rows: [], changes: [], begun: [] };
  for (const flow of measured) {
    const last = before.get(flow) ?? { carry: null, days: new Map<Day, FlowFigures>() };
    const flowSamples = samples.flatMap((sample) => flowSampleOf(flow, sample) ?? []);
    const { days, carry } = aggregateFlow(last.carry, flowSamples, flowSource);
    const figures = new Map<Day, FlowFigures>();
    for (const row of days) {
      const after = figuresOf(row, flow, device);
      figures.set(row.day, after);
      result.rows.push({ sid, sn, flow, day: row.day, carryAfter: row.carryAfter, ...rejectionsOf(row), ...after });
      const previous = last.days.get(row.day) ?? null;
      if (!previous) result.begun.push({ sid, sn, flow });
      result.changes.push({ sid, day: row.day, before: previous, after });
    }
    const newest = days.at(-1)!.day;
    result.flows.set(flow, { carry, days: new Map([[newest, figures.get(newest)!]]) });
  }
  return result;
}

/** Upserts rows by day. */
export function writeFlows(sql: Transaction, rows: readonly DeviceFlow[]): Promise<unknown> {
  if (rows.length === 0) return Promise.resolve();
  return sql`
    insert into device_flows (sid, sn, flow, day, counts_as, by_meter, energy_wh, integrated_wh, spread_wh, source, covered_s, rejected_powers, rejected_readings, bound_w, carry, hours)
    select * from (
      select unnest(${texts(rows, ({ sid }) => sid)}::text[]) as sid,
        unnest(${texts(rows, ({ sn }) => sn)}::text[]) as sn,
        unnest(${texts(rows, ({ flow }) => flow)}::text[]) as flow,
        unnest(${dates(rows, ({ day }) => day)}::date[]) as day,
        unnest(${texts(rows, ({ countsAs }) => countsAs)}::text[]) as counts_as,
        unnest(${booleans(rows, ({ byMeter }) => byMeter)}::boolean[]) as by_meter,
        unnest(${floats(rows, ({ energyWh }) => energyWh)}::float8[]) as energy_wh,
        unnest(${floats(rows, ({ integratedWh }) => integratedWh)}::float8[]) as integrated_wh,
        unnest(${floats(rows, ({ spreadWh }) => spreadWh)}::float8[]) as spread_wh,
        unnest(${texts(rows, ({ source }) => source)}::text[]) as source,
        unnest(${floats(rows, ({ coveredS }) => coveredS)}::float8[]) as covered_s,
        unnest(${ints(rows, ({ rejectedPowers }) => rejectedPowers)}::int[]) as rejected_powers,
        unnest(${ints(rows, ({ rejectedReadings }) => rejectedReadings)}::int[]) as rejected_readings,
        unnest(${floats(rows, ({ boundW }) => boundW)}::float8[]) as bound_w,
        unnest(${jsons(rows, ({ carryAfter }) => carryAfter && serializeFlowState(carryAfter))}::json[]) as carry,
        (unnest(${texts(rows, ({ hours }) => hours && plainArray(hours))}::text[]))::bigint[] as hours
    ) g
    on conflict (sid, sn, flow, day) do update set
      counts_as = excluded.counts_as, by_meter = excluded.by_meter, energy_wh = excluded.energy_wh,
      integrated_wh = excluded.integrated_wh, spread_wh = excluded.spread_wh, source = excluded.source,
      covered_s = excluded.covered_s, rejected_powers = excluded.rejected_powers,
      rejected_readings = excluded.rejected_readings, bound_w = excluded.bound_w, carry = excluded.carry, hours = excluded.hours`.execute();
}

/** Returns the aggregation state of a flow at the newest day before `day` that has one stored; null: none. */
export async function flowStateBefore(
  sql: Sql | Transaction,
  { sid, sn }: DeviceKey,
  flow: MeasuredFlow,
  day: Day,
): Promise<FlowState | null> {
  const [row] = await sql<{ carry: string }[]>`
    select carry::text as carry from device_flows
    where sid = ${sid} and sn = ${sn} and flow = ${flow} and day < ${day} and carry is not null order by day desc limit 1`;
  return row ? parseFlowState(row.carry) : null;
}

/**
 * Returns the store through which `recomputeFlow` loads and writes one flow of a device; `changed` receives every
 * change.
 */
export function flowStoreOf(
  sql: Transaction,
  device: FlowDevice,
  flow: MeasuredFlow,
  changed: (changes: FlowChange[]) => void,
): FlowStore {
  const { sid, sn } = device;
  return {
    stateBefore: (day) => flowStateBefore(sql, device, flow, day),
    stateOf: async (day) => {
      const [row] = await sql<{ carry: string }[]>`
        select carry::text as carry from device_flows
        where sid = ${sid} and sn = ${sn} and flow = ${flow} and day = ${day} and carry is not null`;
      return row ? parseFlowState(row.carry) : null;
    },
    samplesAfter: (afterMs, limit) => flowSamplesAfter(sql, { sid, sn, afterMs, limit, flow }),
    replaceDays: async (fromDay, toDay, rows) => {
      const stored = await sql<(FlowFigures & { day: Day })[]>`
        select day, energy_wh, integrated_wh, spread_wh, covered_s, source, counts_as, by_meter, hours from device_flows
        where sid = ${sid} and sn = ${sn} and flow = ${flow}
          and day >= ${fromDay ?? '-infinity'} and day <= ${toDay ?? 'infinity'}`;
      const before = new Map(stored.map(({ day, ...figures }) => [day, figures]));
      const newDays = new Set(rows.map(({ day }) => day));
      const removed = [...before].filter(([day]) => !newDays.has(day));
      if (removed.length > 0) {
        await sql`
          delete from device_flows where sid = ${sid} and sn = ${sn} and flow = ${flow}
            and day in (select unnest(${textArray(removed.map(([day]) => day))}::text::date[]))`;
      }
      const written = rows.map((row) => ({
        sid,
        sn,
        flow,
        day: row.day,
        carryAfter: row.carryAfter,
        ...rejectionsOf(row),
        ...figuresOf(row, flow, device),
      }));
      await writeFlows(sql, written);
      if (removed.length > 0 || written.some(({ day }) => !before.has(day)))
        await Promise.all(writeFlowSpans(sql, [{ sid, sn, flow }]));
      changed([
        ...removed.map(([day, figures]) => ({ sid, day, before: figures, after: null })),
        ...written.map(({ sn: _sn, flow: _flow, carryAfter: _carry, day, ...figures }) => ({
          sid,
          day,
          before: before.get(day) ?? null,
          after: figures,
        })),
      ]);
    },
  };
}

/** Returns the flows with stored days. */
export async function storedFlows(sql: Sql | Transaction, { sid, sn }: DeviceKey): Promise<MeasuredFlow[]> {
  const rows = await sql<{ flow: MeasuredFlow }[]>`
    select flow from device_flows where sid = ${sid} and sn = ${sn} group by flow order by flow`;
  return rows.map(({ flow }) => flow);
}

/** Recomputes the flows affected by samples that are already stored, some of which were late. */
export async function recomputeFlows(
  tx: Transaction,
  device: FlowDevice,
  samples: readonly Sample[],
): Promise<FlowChange[]> {
  const [first] = samples;
  const last = samples.at(-1);
  if (!first || !last) return [];
  const changes: FlowChange[] = [];
  for (const flow of new Set([...measuredFlows(samples), ...(await storedFlows(tx, device))])) {
    const store = flowStoreOf(tx, device, flow, (changed) => changes.push(...changed));
    await recomputeFlow(store, first.atMs, last.atMs, device.flowSource);
  }
  return changes;
}
