// Reads the current power of a plant's nodes (modules, home, grid, battery, generator), each with its age. Values that are not measured or too old are null; home is computed only from values of about the same moment.
import { FLOW_QUANTITIES, type Flow, MEASURED_FLOWS } from '@heliograph/contract/flows.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { FLOW_KINDS, type Kind } from '../../families/kinds.ts';
import { batteryMeasuredSince, joinMeterSettings } from '../../installation/meterSettings.ts';
import { countsAs, type MeterSetting } from '../../installation/rules/flowRoles.ts';
import { isFresh, isNightAt, type LastUpload, validUntilMs } from '../../live/rules/freshness.ts';
import { devicesWithLive, type LiveDevice, liveDevice, uploadEveryS } from '../../live/withLive.ts';
import { type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { type Plant, type Spans, spanKey, spansOf } from '../balance/balance.ts';
import { type ProducedNow, producedNow } from '../charts/powerCurve.ts';
import type { NodeNow, PlantNow } from '../periods/presentProduction.ts';

interface FlowSource extends LastUpload {
  at: Date | null;
  kind: Kind;
  settings: readonly MeterSetting[];
  batteryMeasuredFrom: Day | null;
  quantities: Quantities;
}

/** A node and the time span of its values; without a value it has none. */
type NodeAt = Omit<NodeNow, 'isOld'> & { newestMs: number | null; freshUntilMs: number };

const NOT_KNOWN = { powerW: null, ageS: null, newestMs: null, freshUntilMs: Number.POSITIVE_INFINITY } as const;

/**
 * Returns the current power of the plant. `producers`: whether any device of the plant can produce. `expected`: spans of
 * the flow devices, and `making`: current power of the modules, if the caller has already queried them. The caller has
 * checked access to the site.
 */
export async function plantNow(
  sql: Transaction,
  plant: Plant,
  producers: boolean | Promise<boolean>,
  at: Date,
  { expected, making }: { expected?: Promise<Spans>; making?: Promise<ProducedNow> } = {},
): Promise<PlantNow> {
  const { sid, timezone } = plant;
  const today = localDay(at.getTime(), timezone);
  const [produced, devices, spans, hasProducers] = await Promise.all([
    making ?? producedNow(sql, sid, at),
    sql<(FlowSource & Pick<LiveDevice, 'firmware'>)[]>`
      select p.kind, coalesce(g.settings, '[]')::json as settings, ${batteryMeasuredSince(sql)} as battery_measured_from, ${liveDevice(sql, at)}, coalesce(l.quantities, '{}') as quantities
      from ${devicesWithLive(sql)} ${joinMeterSettings(sql)}
      where d.sid = ${sid} and d.removed_at is null and p.kind = any (${FLOW_KINDS})`,
    expected ?? spansOf(sql, sid, timezone, today),
    producers,
  ]);

  const measured: Measured = { devices, spans, today, at };
  const grid = nodeOf(measured, 'fromGrid', 'toGrid');
  const battery = nodeOf(measured, 'discharge', 'charge');
  const gen = nodeOf(measured, 'generator', null);
  const load = nodeOf(measured, 'home', null);
  const pv = producersNow(produced, hasProducers || nodeOf(measured, 'production', null).has, at);
  // Sleeping inverters do not report: at night the sun's power is zero.
  const sun = hasProducers && produced.powerW === null && isNightAt(at, plant) ? { ...pv, powerW: 0 } : pv;
  const parts = [sun, grid, ...[battery, gen].filter(({ has }) => has)];
  // A part that is overdue when another one reports is from another moment: a cloud or a kettle may have come between.
  const newestMs = Math.max(...parts.map((part) => part.newestMs ?? Number.NEGATIVE_INFINITY));
  const shown = ({ has, powerW, ageS, freshUntilMs: untilMs }: NodeAt): NodeNow => {
    return { has, powerW, ageS, isOld: untilMs < newestMs };
  };
  const balanced = pv.has && grid.has ? balancedHome(parts, newestMs) : null;
  return {
    PVPanel: shown(pv),
    home: balanced ?? { has: load.has || (pv.has && grid.has), powerW: load.powerW, ageS: load.ageS, isOld: false },
    grid: shown(grid),
    gen: shown(gen),
    battery: {
      ...shown(battery),
      socPercent: socOf(devices, today, at),
    },
  };
}

/** Devices that measure the flows of a plant, and how many are expected to. */
interface Measured {
  devices: readonly FlowSource[];
  spans: Spans;
  today: Day;
  at: Date;
}

/** Returns the node from meters if they report, else from other devices, as in the balance. */
function nodeOf(measured: Measured, out: Flow, into: Flow | null): NodeAt {
  const meter = sumOf(measured, out, into, true);
  if (meter.powerW !== null) return meter;
  const device = sumOf(measured, out, into, false);
  return device.powerW !== null || !meter.has ? device : meter;
}

/** Returns the sum of the devices that measure the node, if all of them report it now. */
function sumOf({ devices, spans, today, at }: Measured, out: Flow, into: Flow | null, byMeter: boolean): NodeAt {
  const flows = into === null ? [out] : [out, into];
  const expected = Math.max(...flows.map((flow) => spans.get(spanKey(flow, byMeter))?.on(today) ?? 0));
  let powerW = 0;
  let reporting = 0;
  let silent = 0;
  let oldestMs = Number.POSITIVE_INFINITY;
  let newestMs = 0;
  let freshMs = Number.POSITIVE_INFINITY;
  for (const device of devices) {
    if ((device.kind === 'meter') !== byMeter) continue;
    const outW = powerOut(device, out, today);
    if (outW === null) continue;
    if (!device.at || !isFresh(device, at)) {
      silent++;
      continue;
    }
    powerW += outW;
    reporting++;
    oldestMs = Math.min(oldestMs, device.at.getTime());
    newestMs = Math.max(newestMs, device.at.getTime());
    freshMs = Math.min(freshMs, validUntilMs({ at: device.at, uploadEveryS: device.uploadEveryS }));
  }
  const has = expected > 0 || reporting + silent > 0;
  return reporting > 0 && reporting >= expected && silent === 0
    ? { has, powerW, ageS: ageOf(oldestMs, at), newestMs, freshUntilMs: freshMs }
    : { has, ...NOT_KNOWN };
}

/** Returns the watts of the first measured flow that counts as `out`; null: none does. */
function powerOut(
  { kind, settings, batteryMeasuredFrom, quantities }: FlowSource,
  out: Flow,
  today: Day,
): number | null {
  for (const flow of MEASURED_FLOWS) {
    const { power, sign } = FLOW_QUANTITIES[flow];
    const measuredW = quantities[power];
    if (
      measuredW != null &&
      countsAs(flow, today, { isMeter: kind === 'meter', settings, batteryMeasuredFrom }) === out
    )
      return sign * measuredW;
  }
  return null;
}

/** Sums all parts into the power of home; null if one of them is unknown or from another moment. */
function balancedHome(parts: readonly NodeAt[], newestMs: number): NodeNow | null {
  let powerW = 0;
  for (const part of parts) {
    if (part.powerW === null || part.freshUntilMs < newestMs) return null;
    powerW += part.powerW;
  }
  return { has: true, powerW, ageS: Math.max(...parts.map(({ ageS }) => ageS ?? 0)), isOld: false };
}

const ageOf = (atMs: number, at: Date): number => Math.max(0, Math.round((at.getTime() - atMs) / 1000));

function producersNow({ powerW, oldest, newest, freshUntil }: ProducedNow, has: boolean, at: Date): NodeAt {
  if (powerW === null || !oldest || !newest || !freshUntil) return { has, ...NOT_KNOWN };
  return {
    has,
    powerW,
    ageS: ageOf(oldest.getTime(), at),
    newestMs: newest.getTime(),
    freshUntilMs: freshUntil.getTime(),
  };
}

type Battery = Pick<FlowSource, 'at' | 'uploadEveryS' | 'batteryMeasuredFrom' | 'quantities'>;

/** Returns the mean state of charge of the batteries that report it now, each counted once. */
function socOf(devices: readonly Battery[], today: Day, at: Date): number | null {
  const socs = devices.flatMap((device) =>
    isFresh(device, at) && (device.batteryMeasuredFrom === null || device.batteryMeasuredFrom > today)
      ? (device.quantities.batterySocPercent ?? [])
      : [],
  );
  return socs.length === 0 ? null : Math.round((socs.reduce((sum, soc) => sum + soc, 0) / socs.length) * 10) / 10;
}

/** Returns the same of plants whose batteries report it, by plant, percent. The caller has found the plants among the accessible ones. */
export async function chargesOfPlants(
  sql: Transaction,
  sids: readonly string[],
  at: Date,
): Promise<Map<string, number>> {
  const batteries = await sql<
    (Omit<Battery, 'batteryMeasuredFrom'> & { sid: string; timezone: string; gatewaySn: string })[]
  >`
    select d.sid, s.timezone, case when p.kind = 'battery' then d.gateway_sn else '' end as gateway_sn, l.at,
      ${uploadEveryS(sql)} as upload_every_s, l.quantities
    from ${devicesWithLive(sql)}
    where d.sid = any (${sids as string[]}) and d.removed_at is null and p.kind = any (${FLOW_KINDS})
      and l.quantities -> 'batterySocPercent' is not null`;
  // Row policies of flows work plant by plant; the rule is that of `batteryMeasuredSince`.
  const behindGateway = [...new Set(batteries.flatMap(({ sid, gatewaySn }) => (gatewaySn === '' ? [] : [sid])))];
  const starts = new Map(
    behindGateway.length === 0
      ? []
      : (
          await sql<{ sid: string; sn: string; firstDay: Day }[]>`
            select sid, sn, first_day from seen_battery_flows(${textArray(behindGateway)}::text::text[])`
        ).map(({ sid, sn, firstDay }) => [`${sid} ${sn}`, firstDay]),
  );
  const charges = [...Map.groupBy(batteries, ({ sid }) => sid)].flatMap(([sid, own]) => {
    const devices = own.map((device) => ({
      ...device,
      batteryMeasuredFrom: starts.get(`${sid} ${device.gatewaySn}`) ?? null,
    }));
    const soc = socOf(devices, localDay(at.getTime(), own[0]?.timezone ?? 'UTC'), at);
    return soc === null ? [] : [[sid, soc] as const];
  });
  return new Map(charges);
}
