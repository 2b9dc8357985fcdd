// Power of now of what a plant has: modules, home, grid, battery, generator, each with its age. What is not measured, or too old, is null; home is balanced of values of about one moment alone.
import { FLOW_QUANTITIES, type Flow, TOLD_FLOWS } from '@heliograph/contract/flows.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { FLOW_KINDS, type Kind } from '../../families/kinds.ts';
import { batteryToldFrom, joinMeterSettings } from '../../installation/meterSettings.ts';
import { countsAs, type MeterSetting } from '../../installation/rules/flowRoles.ts';
import { type Heard, isFresh, isNightAt, standsUntilMs } from '../../live/rules/freshness.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../../live/withLive.ts';
import { type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { type Plant, type Spans, spanKey, spansOf } from '../balance/balance.ts';
import { type ProducedNow, producedNow } from '../charts/powerCurve.ts';
import type { NodeNow, PlantNow } from '../periods/presentProduction.ts';

interface Teller extends Heard {
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
    sql<(Teller & Pick<LiveDevice, 'firmware'>)[]>`
      select p.kind, coalesce(g.settings, '[]')::json as settings, ${batteryToldFrom(sql)} as told_from, ${liveDevice(sql, at)}, coalesce(l.quantities, '{}') as quantities
      from ${devicesWithLive(sql)} ${joinMeterSettings(sql)}
      where d.sid = ${sid} and d.removed_at is null and p.kind = any (${FLOW_KINDS})`,
    expected ?? spansOf(sql, sid, timezone, today),
    producers,
  ]);

  /** Out of what flows so: the sum of those that measure it, if all of them tell it now. */
  const sumOf = (out: Flow, into: Flow | null, byMeter: boolean): NodeAt => {
    const flows = into === null ? [out] : [out, into];
    const expected = Math.max(...flows.map((flow) => spans.get(spanKey(flow, byMeter))?.on(today) ?? 0));
    let powerW = 0;
    let told = 0;
    let silent = 0;
    let oldestMs = Number.POSITIVE_INFINITY;
    let newestMs = 0;
    let standsMs = Number.POSITIVE_INFINITY;
    for (const teller of tellers) {
      const isMeter = teller.kind === 'meter';
      if (isMeter !== byMeter) continue;
      const flow = TOLD_FLOWS.find((each) => {
        const { power } = FLOW_QUANTITIES[each];
        const counted = countsAs(each, today, { isMeter, settings: teller.settings, toldFrom: teller.toldFrom });
        return counted === out && teller.quantities[power] != null;
      });
      if (!flow) continue;
      if (!isFresh(teller, at)) {
        silent++;
        continue;
      }
      const { power, sign } = FLOW_QUANTITIES[flow];
      powerW += sign * teller.quantities[power]!;
      told++;
      const heard = { at: teller.at!, uploadEveryS: teller.uploadEveryS };
      oldestMs = Math.min(oldestMs, heard.at.getTime());
      newestMs = Math.max(newestMs, heard.at.getTime());
      standsMs = Math.min(standsMs, standsUntilMs(heard));
    }
    const has = expected > 0 || told + silent > 0;
    return told > 0 && told >= expected && silent === 0
      ? { has, powerW, ageS: ageOf(oldestMs, at), newestMs, standsUntilMs: standsMs }
      : { has, ...NOT_KNOWN };
  };
  /** As in the balance: a meter at its place wins, as long as it tells. */
  const nodeOf = (out: Flow, into: Flow | null): NodeAt => {
    const meter = sumOf(out, into, true);
    if (meter.powerW !== null) return meter;
    const device = sumOf(out, into, false);
    return device.powerW !== null || !meter.has ? device : meter;
  };

  const grid = nodeOf('fromGrid', 'toGrid');
  const battery = nodeOf('discharge', 'charge');
  const gen = nodeOf('generator', null);
  const load = nodeOf('home', null);
  const pv = producersNow(produced, hasProducers || nodeOf('production', null).has, at);
  // Inverters that sleep have nothing to say: by night there is no power of the sun.
  const sun = hasProducers && produced.powerW === null && isNightAt(at, plant) ? { ...pv, powerW: 0 } : pv;
  const parts = [sun, grid, ...[battery, gen].filter(({ has }) => has)];
  // One that a newer report of another finds overdue is of another moment: a cloud, or a kettle, lies between them.
  const newestMs = Math.max(...parts.map((part) => part.newestMs ?? Number.NEGATIVE_INFINITY));
  const shown = ({ has, powerW, ageS, standsUntilMs: untilMs }: NodeAt): NodeNow => {
    return { has, powerW, ageS, isOld: untilMs < newestMs };
  };
  const isKnown =
    pv.has && grid.has && parts.every(({ powerW, standsUntilMs: untilMs }) => powerW !== null && untilMs >= newestMs);
  const home: NodeNow = isKnown
    ? {
        has: true,
        powerW: parts.reduce((sum, { powerW }) => sum + powerW!, 0),
        ageS: Math.max(...parts.map(({ ageS }) => ageS ?? 0)),
        isOld: false,
      }
    : { has: load.has || (pv.has && grid.has), powerW: load.powerW, ageS: load.ageS, isOld: false };
  return {
    PVPanel: shown(pv),
    home,
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
function socOf(tellers: readonly Teller[], at: Date): number | null {
  const told = tellers.flatMap((teller) => (isFresh(teller, at) ? (teller.quantities.batterySocPercent ?? []) : []));
  return told.length === 0 ? null : Math.round((told.reduce((sum, soc) => sum + soc, 0) / told.length) * 10) / 10;
}
