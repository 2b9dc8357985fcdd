// Energy of today in a live row: 0 before any is due, unknown when the newest samples cover none of its daylight.
import { expectedSeconds, type Location } from '../../energy/rules/expectedDaylight.ts';
import { type Day, localDay } from '../../platform/calendar/rules/localDays.ts';

/** Returns today's energy, Wh; null: not known. The live row's `todayWh` is null while no daylight of `day` is covered. */
export function energyToday(
  { day, todayWh }: { day: Day | null; todayWh: number | null },
  location: Location,
  now: Date,
): number | null {
  const today = localDay(now.getTime(), location.timezone);
  if (day !== today) return null;
  return todayWh ?? (expectedSeconds(today, today, location, today, now.getTime()) > 0 ? null : 0);
}
