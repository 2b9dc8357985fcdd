// Reads the grid voltage of a device in ten-minute means and computes the loss by throttling, for the page, the file and its totals.
import { MEAN_S, VOLTAGE_LINES, type VoltageLine } from '@heliograph/contract/gridVoltage.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Device } from '../../access/accessibleDevice.ts';
import { producesEnergy } from '../../families/kinds.ts';
import { type Day, dayBounds, eachDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSlots } from '../../samples/slots.ts';
import { comparedModules } from '../charts/moduleCurve.ts';
import { clearSkyOf, defaultOrientation } from '../rules/clearSky.ts';
import { countryVoltage } from './rules/countryVoltage.ts';
import {
  aboveLimit,
  expectedWhileThrottled,
  nominalOf,
  throttledSlots,
  type VoltageSlots,
} from './rules/gridVoltage.ts';

const QUANTITY_OF: Record<VoltageLine, QuantityName> = {
  grid: 'gridVoltageV',
  l1: 'l1VoltageV',
  l2: 'l2VoltageV',
  l3: 'l3VoltageV',
  l12: 'l12VoltageV',
  l23: 'l23VoltageV',
  l31: 'l31VoltageV',
};
/** Error bits by which a device reports that the grid voltage is too high. */
const TOO_HIGH = ['0040', '0100'];

export interface VoltageDay extends VoltageSlots {
  day: Day;
  fromMs: number;
  above: Uint8Array;
  throttled: Uint8Array;
  /** W; NaN: not throttled, or unknown. */
  expectedW: Float64Array;
}

export interface VoltageSetting {
  nominalV: number;
  basis: 'asked' | 'country';
  placement: 'placement' | 'assumed';
}

/** Reads the days one by one, as slots start at midnight of each day. The caller has checked access to the device. */
export async function voltageDays(
  sql: Transaction,
  device: Device,
  { start, end, nominal, at }: { start: Day; end: Day; nominal: number | undefined; at: Date },
): Promise<VoltageSetting & { days: VoltageDay[] }> {
  const { sid, sn, timezone } = device;
  const [[site], modules, errors] = await Promise.all([
    sql<{ countryCode: string }[]>`select country_code from sites where sid = ${sid}`,
    comparedModules(sql, sid, at),
    sql<{ openedAt: Date; closedAt: Date | null }[]>`
      select opened_at, closed_at from events where sid = ${sid} and sn = ${sn} and code = any (${TOO_HIGH}::text[])
        and opened_at < ${new Date(dayBounds(end, timezone).endMs)}
        and (closed_at is null or closed_at > ${new Date(dayBounds(start, timezone).startMs)})`,
  ]);
  const nominalV = nominal ?? countryVoltage(site!.countryCode);
  const own = modules.filter((module) => module.sn === sn);
  const isPlaced = own.length > 0 && own.every(({ tilt, azimuth }) => tilt !== null && azimuth !== null);
  const defaults = defaultOrientation(device.latitude);
  const planes = (isPlaced ? own : [{ tilt: null, azimuth: null }]).map(({ tilt, azimuth }) => ({
    peakW: 1,
    ratedW: Number.POSITIVE_INFINITY,
    tiltDeg: tilt ?? device.tiltDeg ?? defaults.tiltDeg,
    azimuthDeg: azimuth ?? device.azimuthDeg ?? defaults.azimuthDeg,
  }));
  const clearSkyW = clearSkyOf(device, planes);
  const names = [...VOLTAGE_LINES.map((line) => QUANTITY_OF[line]), 'powerW' as const];
  const days: VoltageDay[] = [];
  for (const day of eachDay(start, end)) {
    const { startMs, endMs } = dayBounds(day, timezone);
    const count = Math.ceil((endMs - startMs) / (MEAN_S * 1000));
    const slotsByDevice = await readSlots(sql, { sid, sns: [sn], fromMs: startMs, toMs: endMs, stepS: MEAN_S, names });
    const slotsByName = slotsByDevice.get(sn) ?? {};
    const slots: VoltageSlots = {
      stepS: MEAN_S,
      lines: VOLTAGE_LINES.flatMap((line) => {
        const volts = slotsByName[QUANTITY_OF[line]]?.mean;
        return volts?.some((value) => value > 0) ? [{ line, volts, nominalV: nominalOf(line, volts, nominalV) }] : [];
      }),
      saidTooHigh: errorSlots(errors, startMs, count),
      powerW: producesEnergy(device.kind)
        ? (slotsByName.powerW?.mean ?? new Float64Array(count).fill(Number.NaN))
        : null,
      clearW: Float64Array.from({ length: count }, (_, slot) => clearSkyW(startMs + (slot + 0.5) * MEAN_S * 1000)),
    };
    const [above, throttled] = [aboveLimit(slots), throttledSlots(slots)];
    days.push({ ...slots, day, fromMs: startMs, above, throttled, expectedW: expectedWhileThrottled(slots) });
  }
  return {
    nominalV,
    basis: nominal === undefined ? 'country' : 'asked',
    placement: isPlaced || (device.tiltDeg !== null && device.azimuthDeg !== null) ? 'placement' : 'assumed',
    days,
  };
}

function errorSlots(
  errors: readonly { openedAt: Date; closedAt: Date | null }[],
  fromMs: number,
  count: number,
): Uint8Array {
  const flags = new Uint8Array(count);
  const slotOf = (ms: number) => Math.max(0, (ms - fromMs) / (MEAN_S * 1000));
  for (const { openedAt, closedAt } of errors) {
    const until = closedAt === null ? count : Math.ceil(slotOf(closedAt.getTime()));
    flags.fill(1, Math.floor(slotOf(openedAt.getTime())), Math.min(count, until));
  }
  return flags;
}

export interface Throttled {
  hours: number;
  /** Null: unknown. */
  lostWh: number | null;
  unknown: number;
}

/** Sums up the throttled hours and lost energy of days; `unknown`: number of throttled slots without an estimate. */
export function throttledOn(days: readonly VoltageDay[]): Throttled {
  let slots = 0;
  let unknown = 0;
  let lostWh = 0;
  for (const { throttled, expectedW, powerW, stepS } of days) {
    for (let slot = 0; slot < throttled.length; slot++) {
      if (throttled[slot] === 0) continue;
      slots++;
      const actualW = powerW?.[slot] ?? Number.NaN;
      const expectedPowerW = expectedW[slot]!;
      if (Number.isNaN(expectedPowerW) || Number.isNaN(actualW)) unknown++;
      else lostWh += (Math.max(0, expectedPowerW - actualW) * stepS) / 3600;
    }
  }
  const producesNothing = days.every(({ powerW }) => powerW === null);
  return {
    hours: (slots * MEAN_S) / 3600,
    lostWh: producesNothing || (slots > 0 && unknown === slots) ? null : lostWh,
    unknown: producesNothing ? 0 : unknown,
  };
}
