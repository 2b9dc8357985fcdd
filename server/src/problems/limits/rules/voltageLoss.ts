// Decides from a device's days when the energy lost by a high grid voltage is a problem, since when, and when it is over.
import { type Day, daysBetween } from '../../../platform/calendar/rules/localDays.ts';

/** A complete day of a device. */
export interface VoltageLossDay {
  day: Day;
  /** Lost by the grid voltage; null: unknown. */
  lostWh: number | null;
  /** Produced. */
  energyWh: number;
}

/** Complete days over which a loss is noticed. */
export const NOTICED_DAYS = 7;
/** Complete days without a noticeable loss after which it is over. */
export const FREE_DAYS = 14;
/** Days that tell whether it is over: a device that reports less has not shown it. */
const MIN_FREE_DAYS = 7;
/** Part of the possible energy that is noticeable: above the error of the estimate for a device that is not throttled. */
const NOTICEABLE_SHARE = 0.02;
/** Energy that the devices of a plant lose together, Wh; less is not worth a visit. */
const NOTICEABLE_WH = 1000;

const sumOf = (days: readonly VoltageLossDay[]): { lostWh: number; possibleWh: number } => {
  const lostWh = days.reduce((sum, day) => sum + (day.lostWh ?? 0), 0);
  return { lostWh, possibleWh: lostWh + days.reduce((sum, { energyWh }) => sum + energyWh, 0) };
};

const isNoticeable = (days: readonly VoltageLossDay[]): boolean => {
  const { lostWh, possibleWh } = sumOf(days);
  return lostWh > 0 && lostWh >= NOTICEABLE_SHARE * possibleWh;
};

/** Returns the devices that lose a noticeable part of their energy; none if they lose little together. `days` by serial number, the last ones. */
export function noticeableLosses(days: ReadonlyMap<string, readonly VoltageLossDay[]>): string[] {
  const noticed = [...days].filter(([, ofDevice]) => isNoticeable(ofDevice));
  const lostWh = noticed.reduce((sum, [, ofDevice]) => sum + sumOf(ofDevice).lostWh, 0);
  return lostWh >= NOTICEABLE_WH ? noticed.map(([sn]) => sn) : [];
}

/** Returns the first day of a loss that continues: no break is longer than the days after which it would be over. `days` in order. */
export function beginOf(days: readonly VoltageLossDay[]): Day | undefined {
  let begin: Day | undefined;
  for (const { day } of days.filter((one) => isNoticeable([one])).toReversed()) {
    if (begin !== undefined && daysBetween(day, begin) > FREE_DAYS) break;
    begin = day;
  }
  return begin;
}

/** Whether a loss is over: the device has reported on half of the last days, and lost nothing noticeable on any. */
export const isOver = (days: readonly VoltageLossDay[]): boolean =>
  days.length >= MIN_FREE_DAYS && !days.some((day) => isNoticeable([day]));
