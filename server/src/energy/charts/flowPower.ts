// Computes the power of a plant's home, grid, battery and generator over a day in slots, as the balance counts them, and the state of charge. What is not measured is left out.

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
import { powerBounds } from '../flows/powerBounds.ts';
import { effectiveSlots } from '../rules/dayCurve.ts';
import { valueAt } from '../rules/series.ts';

/** Nodes in the order in which the chart offers them. */
const NODES = ['home', 'grid', 'battery', 'generator'] as const;
type Node = (typeof NODES)[number];

/** Series names; the series of a device have the same names (families/chartLines.ts) and signs. */
const LINES: Record<Node, string> = {
  home: 'Consumption',
  grid: 'Grid Power',
  battery: 'Battery Power',
  generator: 'Generator Power',
};

/** As devices name it (families/chartLines.ts). */
const STATE_OF_CHARGE = 'Battery SOC';

const NAMES = [
  'gridPowerW',
  'batteryPowerW',
  'loadPowerW',
  'generatorPowerW',
  'batterySocPercent',
] as const satisfies QuantityName[];

type Watts = (number | null)[];

export interface FlowPowerLine {
  name: string;
  unit: 'W' | '%';
  data: (number | null)[];
}

interface Slots {
  day: Day;
  fromMs: number;
  toMs: number;
  stepS: number;
  count: number;
}

interface FlowDevice {
  sn: string;
  kind: Kind;
  settings: readonly MeterSetting[];
  batteryMeasuredFrom: Day | null;
}

/**
 * Returns W to a tenth by slot: grid import and battery discharge are positive, home is consumption; and as the last
 * line the mean state of charge of the batteries. Null: not every device that measures it has a value in the slot.
 * `producedW` has the same slots. The caller has checked access to the site.
 */
export async function flowPowers(
  sql: Transaction,
  plant: Plant,
  { day, fromMs, toMs, stepS, count }: Slots,
  producedW: readonly (number | null)[],
  at: Date,
): Promise<FlowPowerLine[]> {
  const { sid, timezone } = plant;
  const [devices, producers, spans] = await Promise.all([
    sql<FlowDevice[]>`
      select d.sn, p.kind, ${meterSettings(sql)} as settings, ${batteryMeasuredSince(sql)} as battery_measured_from
      from devices d join products p on p.id = d.product_id where d.sid = ${sid} and p.kind = any (${FLOW_KINDS})`,
    sql`select from devices d join products p on p.id = d.product_id
      where d.sid = ${sid} and p.kind = any (${PRODUCING_KINDS}) limit 1`,
    spansOf(sql, sid, timezone, localDay(at.getTime(), timezone)),
  ]);
  if (devices.length === 0) return [];
  const sns = devices.map(({ sn }) => sn);
  const ranges = await powerBounds(sql, { sid, sns }, { from: day, to: day });
  const slotsByDevice = await readSlots(sql, { sid, sns, fromMs, toMs, stepS, names: NAMES, ranges });
  const now = Math.floor((at.getTime() - fromMs) / (stepS * 1000));

  /** Returns the net power out of a node (`out` minus `into`), by meters or by other devices; null if none measures it. */
  const sumOf = (out: Flow, into: Flow | null, byMeter: boolean): Watts | null => {
    const flows = into === null ? [out] : [out, into];
    const expected = Math.max(...flows.map((flow) => spans.get(spanKey(flow, byMeter))?.on(day) ?? 0));
    const measured = devices.flatMap(({ sn, kind, settings, batteryMeasuredFrom }) => {
      const isMeter = kind === 'meter';
      const values = slotsByDevice.get(sn);
      if (isMeter !== byMeter || !values) return [];
      const flow = MEASURED_FLOWS.find(
        (candidate) =>
          countsAs(candidate, day, { isMeter, settings, batteryMeasuredFrom }) === out &&
          values[FLOW_QUANTITIES[candidate].power]?.mean.some((watts) => !Number.isNaN(watts)),
      );
      if (flow === undefined) return [];
      const { power, sign } = FLOW_QUANTITIES[flow];
      return [{ sign, watts: effectiveSlots(values[power]!.mean, now, stepS) }];
    });
    if (expected === 0 && measured.length === 0) return null;
    return Array.from({ length: count }, (_, slot) => {
      const known = measured.filter(({ watts }) => !Number.isNaN(valueAt(watts, slot)));
      if (known.length === 0 || known.length < Math.max(expected, measured.length)) return null;
      return known.reduce((sum, { sign, watts }) => sum + sign * valueAt(watts, slot), 0);
    });
  };
  /** Returns the power of a node; as in the balance, a meter takes precedence for as long as it reports. */
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
  /** Returns production in a slot; zero at night, when inverters do not report. */
  const productionAt = (slot: number): number | null => {
    const watts = producedW[slot] ?? null;
    const midMs = fromMs + (slot + 0.5) * stepS * 1000;
    return watts === null && hasProducers && midMs <= at.getTime() && isDark(midMs, plant) ? 0 : watts;
  };
  const hasModules = hasProducers || nodeOf('production', null) !== null;
  const others = [grid, battery, generator].filter((node) => node !== null);
  const home =
    grid === null || !hasModules
      ? load
      : Array.from({ length: count }, (_, slot) => {
          const parts = [productionAt(slot), ...others.map((node) => node[slot]!)];
          return parts.every((watts) => watts !== null)
            ? parts.reduce<number>((sum, watts) => sum + watts!, 0)
            : (load?.[slot] ?? null);
        });
  const nodes: Record<Node, Watts | null> = { home, grid, battery, generator };
  const powers = NODES.flatMap((node): FlowPowerLine[] => {
    const data = nodes[node];
    return data?.some((watts) => watts !== null) ? [{ name: LINES[node], unit: 'W', data: data.map(wattsOf) }] : [];
  });
  const charges = devices.flatMap(({ sn, batteryMeasuredFrom }) => {
    const mean = slotsByDevice.get(sn)?.batterySocPercent?.mean;
    // As in the current state of charge: each battery counts once, where its inverter reports it by the inverter.
    if (
      !mean?.some((percent) => !Number.isNaN(percent)) ||
      (batteryMeasuredFrom !== null && batteryMeasuredFrom <= day)
    )
      return [];
    return [effectiveSlots(mean, now, stepS)];
  });
  return charges.length === 0
    ? powers
    : [...powers, { name: STATE_OF_CHARGE, unit: '%', data: meanOf(charges, count) }];
}

/** Returns the mean by slot to a tenth; null where one of them has no value. */
const meanOf = (lines: readonly Float64Array[], count: number): (number | null)[] =>
  Array.from({ length: count }, (_, slot) => {
    const sum = lines.reduce((total, values) => total + valueAt(values, slot), 0);
    return Number.isNaN(sum) ? null : Math.round((sum / lines.length) * 10) / 10;
  });

const isDark = (atMs: number, { latitude, longitude }: Plant): boolean =>
  sunPosition(atMs, latitude, longitude).elevationDeg <= 0;
