// Evidence of the grid voltage that a device measured, for its call, its page and its PDF.
import type { Response } from '@heliograph/contract/calls.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { LIMIT_PERCENT, MAX_VOLTAGE_DAYS, MEAN_S, VOLTAGE_LINES } from '@heliograph/contract/gridVoltage.ts';
import type { Device } from '../access/accessibleDevice.ts';
import { throttledOn, type VoltageDay, voltageDays } from '../energy/voltage/gridVoltage.ts';
import { limitOf } from '../energy/voltage/rules/gridVoltage.ts';
import { type Day, daysBetween } from '../platform/calendar/rules/localDays.ts';
import { isoAt } from '../platform/calendar/times.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { kWhOf } from '../platform/texts/numbers.ts';

export type Evidence = Response<'device/voltage'>;

/** Refuses a range of days, both included, that is reversed or too long. */
export function requireDays(start: Day, end: Day): void {
  if (end < start) throw new ApiError('timeReversed');
  if (daysBetween(start, end) >= MAX_VOLTAGE_DAYS) throw new ApiError('rangeTooLong', { days: MAX_VOLTAGE_DAYS });
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
const hoursOf = (slots: number): number => Math.round(((slots * MEAN_S) / 3600) * 100) / 100;
const count = (flags: Uint8Array): number => flags.reduce((sum, flag) => sum + flag, 0);

export interface EvidenceRequest {
  start: Day;
  end: Day;
  nominal: number | undefined;
  at: Date;
}

/** Returns the evidence of a device that the caller may see, and its `days` for listing single means. */
export async function voltageEvidence(
  sql: Transaction,
  device: Device,
  request: EvidenceRequest,
): Promise<{ evidence: Evidence; days: readonly VoltageDay[] }> {
  const { start, end } = request;
  const { sid, siteName, sn, alias, modelName, timezone, uploadEveryS } = device;
  const { nominalV, basis, placement, days } = await voltageDays(sql, device, request);
  const { hours, lostWh, unknown, basis: lostFrom } = throttledOn(days);
  const evidence: Evidence = {
    sid,
    siteName,
    sn,
    alias,
    modelName,
    timezone,
    start,
    end,
    nominal: nominalV,
    nominalBasis: basis,
    limitPercent: LIMIT_PERCENT,
    uploadEveryS,
    lines: VOLTAGE_LINES.flatMap((line) => lineOf(line, days, timezone) ?? []),
    hoursAbove: hoursOf(days.reduce((sum, { above }) => sum + count(above), 0)),
    throttledHours: hoursOf((hours * 3600) / MEAN_S),
    lostKwh: kWhOf(lostWh),
    lostUnknown: unknown,
    lostBasis: placement,
    lostFrom,
    days: days.map((day) => {
      const throttled = throttledOn([day]);
      return {
        day: day.day,
        highest: highestOf(day),
        hoursAbove: hoursOf(count(day.above)),
        throttledHours: hoursOf(count(day.throttled)),
        lostKwh: kWhOf(throttled.lostWh),
      };
    }),
  };
  return { evidence, days };
}

/** Summarizes a line; null when the device does not report it. */
function lineOf(line: (typeof VOLTAGE_LINES)[number], days: readonly VoltageDay[], timezone: string) {
  let [means, above, highest, highestMs] = [0, 0, Number.NEGATIVE_INFINITY, 0];
  let nominal: number | null = null;
  for (const { lines, fromMs, stepS } of days) {
    const measured = lines.find((one) => one.line === line);
    if (!measured) continue;
    nominal ??= measured.nominalV;
    for (const [slot, volts] of measured.volts.entries()) {
      if (Number.isNaN(volts)) continue;
      means++;
      if (volts > limitOf(measured.nominalV)) above++;
      if (volts > highest) [highest, highestMs] = [volts, fromMs + slot * stepS * 1000];
    }
  }
  if (nominal === null) return null;
  return {
    line,
    nominal: tenths(nominal),
    limit: tenths(limitOf(nominal)),
    means,
    above,
    hoursAbove: hoursOf(above),
    highest: tenths(highest),
    highestIso: isoAt(highestMs, timezone),
  };
}

/** Highest voltage of the day, V, of the line that is highest relative to its nominal voltage; null without a value. */
function highestOf({ lines }: VoltageDay): number | null {
  let highest: { volts: number; share: number } | null = null;
  for (const { volts, nominalV } of lines) {
    for (const value of volts) {
      const share = value / nominalV;
      if (share > (highest?.share ?? 0)) highest = { volts: value, share };
    }
  }
  return highest && tenths(highest.volts);
}
