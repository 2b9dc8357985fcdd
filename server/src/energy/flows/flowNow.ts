// Power of now of what a plant has: modules, home, grid, battery, generator, each with its age. What is not measured, or too old, is null; home is balanced of values of about one moment alone.
import { FLOW_QUANTITIES, type Flow, MEASURED_FLOWS } from '@heliograph/contract/flows.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { FLOW_KINDS, type Kind } from '../../families/kinds.ts';
import { batteryMeasuredSince, joinMeterSettings } from '../../installation/meterSettings.ts';
import { countsAs, type MeterSetting } from '../../installation/rules/flowRoles.ts';
import { isFresh, isNightAt, type LastUpload, validUntilMs } from '../../live/rules/freshness.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../live/withLive.ts';
import { type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { type Plant, type Spans, spanKey, spansOf } from '../balance/balance.ts';
import { type ProducedNow, producedNow } from '../charts/powerCurve.ts';
import type { NodeNow, PlantNow } from '../periods/presentProduction.ts';

interface FlowSource extends LastUpload {
  at: Date | null;
  kind: Kind;
  settings: readonly MeterSetting[];
  toldFrom: Day | null;
  quantities: Quantities;
}

/** A node, and when what is in it was measured; without a value at no time. */
type NodeAt = Omit<NodeNow, 'isOld'> & { newestMs: number | null; standsUntilMs: number };

const NOT_KNOWN = { powerW: null, ageS: null, newestMs: null, standsUntilMs: Number.POSITIVE_INFINITY } as const;

/**
 * `producers`: whether something of the plant can produce. `expected`: who tells of flows, and `making`: what its modules make, where
 * they were asked for already. The site was found among the visible ones.
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
  const [produced, tellers, spans, hasProducers] = await Promise.all([
    making ?? producedNow(sql, sid, at),
    sql<(FlowSource & Pick<LiveDevice, 'firmware'>)[]>`
      select p.kind, coalesce(g.settings, '[]')::json as settings, ${batteryMeasuredSince(sql)} as told_from, ${liveDevice(sql, at)}, coalesce(l.quantities, '{}') as quantities
      from ${devicesWithLive(sql)} ${joinMeterSettings(sql)}
      where d.sid = ${sid} and d.removed_at is null and p.kind = any (${FLOW_KINDS})`,
    expected ?? spansOf(sql, sid, timezone, today),
    producers,
  ]);

  const measured: Measured = { tellers, spans, today, at };
  const grid = nodeOf(measured, 'fromGrid', 'toGrid');
  const battery = nodeOf(measured, 'discharge', 'charge');
  const gen = nodeOf(measured, 'generator', null);
  const load = nodeOf(measured, 'home', null);
  const pv = producersNow(produced, hasProducers || nodeOf(measured, 'production', null).has, at);
  // Inverters that sleep have nothing to say: by night there is no power of the sun.
  const sun = hasProducers && produced.powerW === null && isNightAt(at, plant) ? { ...pv, powerW: 0 } : pv;
  const parts = [sun, grid, ...[battery, gen].filter(({ has }) => has)];
  // One that a newer report of another finds overdue is of another moment: a cloud, or a kettle, lies between them.
  const newestMs = Math.max(...parts.map((part) => part.newestMs ?? Number.NEGATIVE_INFINITY));
  const shown = ({ has, powerW, ageS, standsUntilMs: untilMs }: NodeAt): NodeNow => {
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
      socPercent: socOf(
        tellers.filter(({ toldFrom }) => toldFrom === null || toldFrom > today),
        at,
      ),
    },
  };
}

/** What measures the flows of a plant, and what is expected to. */
interface Measured {
  tellers: readonly FlowSource[];
  spans: Spans;
  today: Day;
  at: Date;
}

/** As in the balance: a meter at its place wins, as long as it reports. */
function nodeOf(measured: Measured, out: Flow, into: Flow | null): NodeAt {
  const meter = sumOf(measured, out, into, true);
  if (meter.powerW !== null) return meter;
  const device = sumOf(measured, out, into, false);
  return device.powerW !== null || !meter.has ? device : meter;
}

/** Out of what flows so: the sum of those that measure it, if all of them report it now. */
function sumOf({ tellers, spans, today, at }: Measured, out: Flow, into: Flow | null, byMeter: boolean): NodeAt {
  const flows = into === null ? [out] : [out, into];
  const expected = Math.max(...flows.map((flow) => spans.get(spanKey(flow, byMeter))?.on(today) ?? 0));
  let powerW = 0;
  let told = 0;
  let silent = 0;
  let oldestMs = Number.POSITIVE_INFINITY;
  let newestMs = 0;
  let standsMs = Number.POSITIVE_INFINITY;
  for (const teller of tellers) {
    if ((teller.kind === 'meter') !== byMeter) continue;
    const outW = powerOut(teller, out, today);
    if (outW === null) continue;
    if (!teller.at || !isFresh(teller, at)) {
      silent++;
      continue;
    }
    powerW += outW;
    told++;
    oldestMs = Math.min(oldestMs, teller.at.getTime());
    newestMs = Math.max(newestMs, teller.at.getTime());
    standsMs = Math.min(standsMs, validUntilMs({ at: teller.at, uploadEveryS: teller.uploadEveryS }));
  }
  const has = expected > 0 || told + silent > 0;
  return told > 0 && told >= expected && silent === 0
    ? { has, powerW, ageS: ageOf(oldestMs, at), newestMs, standsUntilMs: standsMs }
    : { has, ...NOT_KNOWN };
}

/** Watts of the first measured flow that counts as this one; null: none does. */
function powerOut({ kind, settings, toldFrom, quantities }: FlowSource, out: Flow, today: Day): number | null {
  for (const flow of MEASURED_FLOWS) {
    const { power, sign } = FLOW_QUANTITIES[flow];
    const measuredW = quantities[power];
    if (measuredW != null && countsAs(flow, today, { isMeter: kind === 'meter', settings, toldFrom }) === out)
      return sign * measuredW;
  }
  return null;
}

/** What flows into the home out of all parts; null where one of them is not known, or of another moment. */
function balancedHome(parts: readonly NodeAt[], newestMs: number): NodeNow | null {
  let powerW = 0;
  for (const part of parts) {
    if (part.powerW === null || part.standsUntilMs < newestMs) return null;
    powerW += part.powerW;
  }
  return { has: true, powerW, ageS: Math.max(...parts.map(({ ageS }) => ageS ?? 0)), isOld: false };
}

const ageOf = (atMs: number, at: Date): number => Math.max(0, Math.round((at.getTime() - atMs) / 1000));

function producersNow({ powerW, oldest, newest, standsUntil }: ProducedNow, has: boolean, at: Date): NodeAt {
  if (powerW === null || !oldest || !newest || !standsUntil) return { has, ...NOT_KNOWN };
  return {
    has,
    powerW,
    ageS: ageOf(oldest.getTime(), at),
    newestMs: newest.getTime(),
    standsUntilMs: standsUntil.getTime(),
  };
}

/** The mean over the batteries that tell it now, each once. */
function socOf(tellers: readonly FlowSource[], at: Date): number | null {
  const told = tellers.flatMap((teller) => (isFresh(teller, at) ? (teller.quantities.batterySocPercent ?? []) : []));
  return told.length === 0 ? null : Math.round((told.reduce((sum, soc) => sum + soc, 0) / told.length) * 10) / 10;
}
