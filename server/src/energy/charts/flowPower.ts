// Power over a day in slots of what a plant has beside its modules: home, grid, battery, generator, as the balance counts them. What is not measured is not in it.

import { FLOW_QUANTITIES, type Flow, MEASURED_FLOWS } from '@heliograph/contract/flows.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import { FLOW_KINDS, type Kind, PRODUCING_KINDS } from '../../families/kinds.ts';
import { batteryMeasuredSince, meterSettings } from '../../installation/meterSettings.ts';
import { countsAs, type MeterSetting } from '../../installation/rules/flowRoles.ts';
import { type Day, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { wattsOf } from '../../platform/texts/numbers.ts';
import { readSlots } from '../../samples/slots.ts';
import { type Plant, spanKey, spansOf } from '../balance/balance.ts';
import { effectiveSlots } from '../rules/dayCurve.ts';
import { valueAt } from '../rules/series.ts';

/** In the order in which they are offered. */
const NODES = ['home', 'grid', 'battery', 'generator'] as const;
type Node = (typeof NODES)[number];

/** As series of a chart; those of a device are called so, too (families/chartLines.ts), and have the same signs. */
const LINES: Record<Node, string> = {
  home: 'Consumption',
  grid: 'Grid Power',
  battery: 'Battery Power',
  generator: 'Generator Power',
};

const NAMES = ['gridPowerW', 'batteryPowerW', 'loadPowerW', 'generatorPowerW'] as const satisfies QuantityName[];

type Watts = (number | null)[];

interface Slots {
  day: Day;
  fromMs: number;
  toMs: number;
  stepS: number;
  count: number;
}

interface Teller {
  sn: string;
  kind: Kind;
  settings: readonly MeterSetting[];
  toldFrom: Day | null;
}

/**
 * W to a tenth by slot: from the grid and out of the battery are positive, home is what is used. Null: not all that measures
 * it told something in the slot. `producedW`: of the same slots. The site was found among the visible ones.
 */
export async function flowPowers(
  sql: Transaction,
  plant: Plant,
  { day, fromMs, toMs, stepS, count }: Slots,
  producedW: readonly (number | null)[],
  at: Date,
): Promise<{ name: string; data: Watts }[]> {
  const { sid, timezone } = plant;
  const [tellers, producers, spans] = await Promise.all([
    sql<Teller[]>`
      select d.sn, p.kind, ${meterSettings(sql)} as settings, ${batteryMeasuredSince(sql)} as told_from
      from devices d join products p on p.id = d.product_id where d.sid = ${sid} and p.kind = any (${FLOW_KINDS})`,
    sql`select from devices d join products p on p.id = d.product_id
      where d.sid = ${sid} and p.kind = any (${PRODUCING_KINDS}) limit 1`,
    spansOf(sql, sid, timezone, localDay(at.getTime(), timezone)),
  ]);
  if (tellers.length === 0) return [];
  const sns = tellers.map(({ sn }) => sn);
  const read = await readSlots(sql, { sid, sns, fromMs, toMs, stepS, names: NAMES });
  const now = Math.floor((at.getTime() - fromMs) / (stepS * 1000));

  /** Of what flows out of a place of the plant, by what measures it there; null: nothing does. */
  const sumOf = (out: Flow, into: Flow | null, byMeter: boolean): Watts | null => {
    const flows = into === null ? [out] : [out, into];
    const expected = Math.max(...flows.map((flow) => spans.get(spanKey(flow, byMeter))?.on(day) ?? 0));
    const told = tellers.flatMap(({ sn, kind, settings, toldFrom }) => {
      const isMeter = kind === 'meter';
      const values = read.get(sn);
      if (isMeter !== byMeter || !values) return [];
      const flow = MEASURED_FLOWS.find(
        (each) =>
          countsAs(each, day, { isMeter, settings, toldFrom }) === out &&
          values[FLOW_QUANTITIES[each].power]?.mean.some((watts) => !Number.isNaN(watts)),
      );
      if (flow === undefined) return [];
      const { power, sign } = FLOW_QUANTITIES[flow];
      return [{ sign, watts: effectiveSlots(values[power]!.mean, now, stepS) }];
    });
    if (expected === 0 && told.length === 0) return null;
    return Array.from({ length: count }, (_, slot) => {
      const known = told.filter(({ watts }) => !Number.isNaN(valueAt(watts, slot)));
      if (known.length === 0 || known.length < Math.max(expected, told.length)) return null;
      return known.reduce((sum, { sign, watts }) => sum + sign * valueAt(watts, slot), 0);
    });
  };
  /** As in the balance: a meter at its place wins, as long as it tells. */
  const nodeOf = (out: Flow, into: Flow | null): Watts | null => {
    const meter = sumOf(out, into, true);
    const device = sumOf(out, into, false);
    return meter && device ? meter.map((watts, slot) => watts ?? device[slot]!) : (meter ?? device);
  };

  const grid = nodeOf('fromGrid', 'toGrid');
  const battery = nodeOf('discharge', 'charge');
  const generator = nodeOf('generator', null);
  const load = nodeOf('home', null);
  const hasProducers = producers.length > 0;
  /** Inverters that sleep have nothing to say: by night there is no power of the sun. */
  const madeIn = (slot: number): number | null => {
    const made = producedW[slot] ?? null;
    const midMs = fromMs + (slot + 0.5) * stepS * 1000;
    return made === null && hasProducers && midMs <= at.getTime() && isDark(midMs, plant) ? 0 : made;
  };
  const hasModules = hasProducers || nodeOf('production', null) !== null;
  const others = [grid, battery, generator].filter((node) => node !== null);
  const home =
    grid === null || !hasModules
      ? load
      : Array.from({ length: count }, (_, slot) => {
          const parts = [madeIn(slot), ...others.map((node) => node[slot]!)];
          return parts.every((watts) => watts !== null)
            ? parts.reduce<number>((sum, watts) => sum + watts!, 0)
            : (load?.[slot] ?? null);
        });
  const nodes: Record<Node, Watts | null> = { home, grid, battery, generator };
  return NODES.flatMap((node) => {
    const data = nodes[node];
    return data?.some((watts) => watts !== null) ? [{ name: LINES[node], data: data.map(wattsOf) }] : [];
  });
}

const isDark = (atMs: number, { latitude, longitude }: Plant): boolean =>
  sunPosition(atMs, latitude, longitude).elevationDeg <= 0;
