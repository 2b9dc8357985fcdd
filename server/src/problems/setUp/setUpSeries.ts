// What a plant measured in its last days, in slots, as its checks of set-up compare it: what each teller says with its sign, and what all of them make together.

import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { sunPosition } from '@heliograph/contract/sun.ts';
import type { Plant } from '../../energy/balance/balance.ts';
import { valueAt } from '../../energy/rules/series.ts';
import type { Kind } from '../../families/kinds.ts';
import { type MeterSetting, settingOn } from '../../installation/rules/flowRoles.ts';
import { addDays, type Day, dayBounds, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSlots } from '../../samples/slots.ts';
import type { Series, Slotted } from './rules/series.ts';

/** Long enough that each device tells something in each slot. */
export const STEP_S = 900;

export interface DaySlots {
  day: Day;
  /** Slots: the first, and the one after the last. */
  from: number;
  to: number;
  isOver: boolean;
}

export interface Window extends Slotted {
  toMs: number;
  days: DaySlots[];
}

/** So many days of a plant up to now, its own. */
export function windowOf({ timezone, latitude, longitude }: Plant, days: number, at: Date, stepS: number): Window {
  const today = localDay(at.getTime(), timezone);
  const stepMs = stepS * 1000;
  const names = Array.from({ length: days }, (_, n) => addDays(today, n + 1 - days));
  const { startMs: fromMs } = dayBounds(names[0]!, timezone);
  const count = Math.max(1, Math.ceil((at.getTime() - fromMs) / stepMs));
  return {
    fromMs,
    stepS,
    toMs: fromMs + count * stepMs,
    sunDeg: Float64Array.from(
      { length: count },
      (_, slot) => sunPosition(fromMs + (slot + 0.5) * stepMs, latitude, longitude).elevationDeg,
    ),
    days: names.map((day) => {
      const bounds = dayBounds(day, timezone);
      return {
        day,
        from: Math.round((bounds.startMs - fromMs) / stepMs),
        to: Math.min(count, Math.round((bounds.endMs - fromMs) / stepMs)),
        isOver: bounds.endMs <= at.getTime(),
      };
    }),
  };
}

export const FLOW_SERIES = ['gridPowerW', 'batteryPowerW', 'batterySocPercent', 'generatorPowerW'] as const;

/** What a device tells of what flows beside production. */
export interface FlowSource {
  sn: string;
  kind: Kind;
  settings: readonly MeterSetting[];
}

/** Series by serial number; a device that told nothing is missing. */
export async function seriesOf<Name extends QuantityName>(
  sql: Transaction,
  sid: string,
  sns: readonly string[],
  window: Window,
  names: readonly Name[],
): Promise<Map<string, Partial<Record<Name, Series>>>> {
  if (sns.length === 0) return new Map();
  const { fromMs, toMs, stepS } = window;
  const read = await readSlots(sql, { sid, sns, fromMs, toMs, stepS, names });
  return new Map(
    [...read].map(([sn, said]) => [
      sn,
      Object.fromEntries(
        Object.entries(said).flatMap(([name, slots]) =>
          slots.mean.some((value) => !Number.isNaN(value)) ? [[name, slots.mean]] : [],
        ),
      ) as Partial<Record<Name, Series>>,
    ]),
  );
}

/** A teller's power of the grid or the battery as its plant reads it; NaN on days on which a meter stood elsewhere. */
export function asSetUp(
  told: Series,
  { kind, settings }: FlowSource,
  { days }: Window,
  side: 'grid' | 'battery',
  role: MeterSetting['role'] = 'grid',
): Series {
  const read = new Float64Array(told.length).fill(Number.NaN);
  for (const { day, from, to } of days) {
    const setting = settingOn(settings, day);
    if (kind === 'meter' && setting.role !== role) continue;
    const sign = (side === 'grid' ? setting.reversed : setting.batteryReversed) ? -1 : 1;
    for (let slot = from; slot < to; slot++) read[slot] = sign * valueAt(told, slot);
  }
  return read;
}

/** Slot by slot; NaN where one of them is not known. */
export function sumOf(parts: readonly Series[], { sunDeg }: Slotted): Series {
  const sum = new Float64Array(sunDeg.length);
  for (const part of parts) for (let slot = 0; slot < sum.length; slot++) sum[slot]! += valueAt(part, slot);
  return sum;
}

/** So many of those that tell on a day must tell in a slot of it. */
const MOST = 0.9;

/** All that produces together: 0 without the sun, as what sleeps says nothing; by day NaN while too many do not tell. */
export function productionOf(made: readonly Series[], { sunDeg, days }: Window): Series {
  const sum = new Float64Array(sunDeg.length);
  const told = new Int32Array(sunDeg.length);
  for (const series of made) {
    for (let slot = 0; slot < sum.length; slot++) {
      const value = valueAt(series, slot);
      if (Number.isNaN(value)) continue;
      sum[slot]! += value;
      told[slot]!++;
    }
  }
  for (const { from, to } of days) {
    let most = 1;
    for (let slot = from; slot < to; slot++) most = Math.max(most, valueAt(told, slot));
    for (let slot = from; slot < to; slot++)
      if (valueAt(sunDeg, slot) > 0 && valueAt(told, slot) < MOST * most) sum[slot] = Number.NaN;
  }
  return sum;
}

/** Where nothing tells whether something is produced: by night nothing is. */
export const unknownByDay = ({ sunDeg }: Slotted): Series => sunDeg.map((sun) => (sun > 0 ? Number.NaN : 0));
