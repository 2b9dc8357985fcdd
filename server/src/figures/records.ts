// The best that a plant has done: the day with the most energy, and the highest power of all days.
import type { Transaction } from '../db/connect.ts';
import type { Day } from '../rules/localDays.ts';
import { kWhOf, wattsOf } from '../wire/figures.ts';
import { isoAt } from '../wire/times.ts';
import type { Peak } from './curve.ts';

/** Of the days before `today`, the newest of equals; null: there is none. The site was found among the visible ones. */
export async function recordDay(
  sql: Transaction,
  sid: string,
  today: Day,
): Promise<{ day: Day; energy: number } | null> {
  const [best] = await sql<{ day: Day; energyWh: number }[]>`
    select day, energy_wh from site_days where sid = ${sid} and day < ${today} order by energy_wh desc, day desc limit 1`;
  return best ? { day: best.day, energy: kWhOf(best.energyWh)! } : null;
}

/** Of the days that telemetry/dayPeaks.ts has been through; null: of none. */
export async function recordPeak(sql: Transaction, sid: string, zone: string): Promise<Peak | null> {
  const [best] = await sql<{ peakW: number; peakAt: Date }[]>`
    select peak_w, peak_at from site_days where sid = ${sid} and peak_w > 0 order by peak_w desc, day desc limit 1`;
  return best ? { powerW: wattsOf(best.peakW)!, atIso: isoAt(best.peakAt.getTime(), zone) } : null;
}
