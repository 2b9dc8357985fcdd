// What something loses a week: the mean of its last days that tell, seven times.

import { valuationOf } from '../../../energy/money/rules/valuation.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';

const WEEK = 7;

/** Null: no day tells. Money is null where a day has no price. */
export function lostAWeek(
  lost: readonly (readonly [day: Day, wh: number])[],
  pricesOf: (day: Day) => { worth: number } | undefined,
): { wh: number; money: number | null } | null {
  const last = lost.slice(-WEEK);
  if (last.length === 0) return null;
  const money = valuationOf(new Map(last), pricesOf);
  const aWeek = WEEK / last.length;
  return {
    wh: last.reduce((sum, [, wh]) => sum + wh, 0) * aWeek,
    money: money === null ? null : money * aWeek,
  };
}
