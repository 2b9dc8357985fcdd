// Series of a plant's last days in slots for set-up checks: the flow of each device with its sign, and total production.

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

/** Slot length, long enough for a report of each device in each slot. */
export const STEP_S = 900;

export interface DaySlots {
  day: Day;
  /** First slot, and the one after the last. */
  from: number;
  to: number;
  isOver: boolean;
}

export interface Window extends Slotted {
  toMs: number;
  days: DaySlots[];
}

/** Returns the window of a plant's last local days up to now. */
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

/** A device that measures flows other than production. */
export interface FlowSource {
  sn: string;
  kind: Kind;
  settings: readonly MeterSetting[];
}

/** Returns series by serial number; a device without values is missing. */
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
    [...read].map(([sn, quantities]) => [
      sn,
      Object.fromEntries(
        Object.entries(quantities).flatMap(([name, slots]) =>
          slots.mean.some((value) => !Number.isNaN(value)) ? [[name, slots.mean]] : [],
        ),
      ) as Partial<Record<Name, Series>>,
    ]),
  );
}

/** Returns a device's grid or battery power with the sign that its plant uses; NaN on days on which a meter had another role. */
export function asSetUp(
  powerW: Series,
  { kind, settings }: FlowSource,
  { days }: Window,
  side: 'grid' | 'battery',
  role: MeterSetting['role'] = 'grid',
): Series {
  const read = new Float64Array(powerW.length).fill(Number.NaN);
  for (const { day, from, to } of days) {
    const setting = settingOn(settings, day);
    if (kind === 'meter' && setting.role !== role) continue;
    const sign = (side === 'grid' ? setting.reversed : setting.batteryReversed) ? -1 : 1;
    for (let slot = from; slot < to; slot++) read[slot] = sign * valueAt(powerW, slot);
  }
  return read;
}

/** Sums series slot by slot; NaN where one is unknown. */
export function sumOf(parts: readonly Series[], { sunDeg }: Slotted): Series {
  const sum = new Float64Array(sunDeg.length);
  for (const part of parts) for (let slot = 0; slot < sum.length; slot++) sum[slot]! += valueAt(part, slot);
  return sum;
}

/** Share of the devices reporting on a day that must report in a slot. */
const MIN_REPORTING = 0.9;

/** Sums producers: 0 without the sun, as sleeping devices report nothing; by day NaN while too many do not report. */
export function productionOf(producers: readonly Series[], { sunDeg, days }: Window): Series {
  const sum = new Float64Array(sunDeg.length);
  const reporting = new Int32Array(sunDeg.length);
  for (const series of producers) {
    for (let slot = 0; slot < sum.length; slot++) {
      const value = valueAt(series, slot);
      if (Number.isNaN(value)) continue;
      sum[slot]! += value;
      reporting[slot]!++;
    }
  }
  for (const { from, to } of days) {
    let max = 1;
    for (let slot = from; slot < to; slot++) max = Math.max(max, valueAt(reporting, slot));
    for (let slot = from; slot < to; slot++)
      if (valueAt(sunDeg, slot) > 0 && valueAt(reporting, slot) < MIN_REPORTING * max) sum[slot] = Number.NaN;
  }
  return sum;
}

/** Returns the production of a plant without data: 0 by night, unknown by day. */
export const unknownByDay = ({ sunDeg }: Slotted): Series => sunDeg.map((sun) => (sun > 0 ? Number.NaN : 0));
