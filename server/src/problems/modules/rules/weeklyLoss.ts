// Loss of days with a value: a week, which is seven times the mean of the last ones, and of all of them.

import { valuationOf } from '../../../energy/money/rules/valuation.ts';
import type { Day } from '../../../platform/calendar/rules/localDays.ts';

const WEEK = 7;

/** Returns the weekly loss; null: no day has a value. Money is null if a day has no price. */
export function lostAWeek(
  lost: readonly (readonly [day: Day, wh: number])[],
  pricesOf: (day: Day) => { worth: number } | undefined,
): { wh: number; money: number | null } | null {
  const last = lost.slice(-WEEK);
  if (last.length === 0) return null;
  const money = valuationOf(new Map(last), pricesOf);
  const weekFactor = WEEK / last.length;
  return {
    wh: last.reduce((sum, [, wh]) => sum + wh, 0) * weekFactor,
    money: money === null ? null : money * weekFactor,
  };
}

/** Returns the loss of all days; null: no day has a value. Money is null if a day has no price. */
export const lostInAll = (
  lost: readonly (readonly [day: Day, wh: number])[],
  pricesOf: (day: Day) => { worth: number } | undefined,
): { wh: number; money: number | null } | null =>
  lost.length === 0
    ? null
    : { wh: lost.reduce((sum, [, wh]) => sum + wh, 0), money: valuationOf(new Map(lost), pricesOf) };
