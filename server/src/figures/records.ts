// The best that a plant has done: the day with the most energy, and the highest power of all days.
import type { Transaction } from '../db/connect.ts';
import { addDays, type Day } from '../rules/localDays.ts';
import { kWhOf, wattsOf } from '../wire/figures.ts';
import { isoAt } from '../wire/times.ts';
import type { Peak } from './curve.ts';

export type RecordPeak = Peak & { since: Day | null };

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

/**
 * Of all days, today's `peak` included; earlier ones are known once telemetry/dayPeaks.ts has been through them. `since`: the first
 * day whose power was measured, where others were not, as those that came as energies from a file,
 * or was not looked at yet, which takes the newest a day; null: all were.
 */
export async function recordPeak(
  sql: Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  today: Day,
  peak: Peak | null,
): Promise<RecordPeak | null> {
  const [best] = await sql<{ peakW: number | null; peakAt: Date | null; first: Day | null; lacks: boolean }[]>`
    select b.peak_w, b.peak_at, g.first, g.lacks from (
      select min(day) filter (where peak_w > 0) as first,
        coalesce(bool_or(peak_w is null and energy_wh > 0 and (peak_known or day < ${addDays(today, -2)})), false) as lacks
      from site_days where sid = ${sid} and day < ${today}
    ) g left join (
      select peak_w, peak_at from site_days where sid = ${sid} and peak_w > 0 order by peak_w desc, day desc limit 1
    ) b on true`;
  const { peakW, peakAt, first, lacks } = best!;
  const known = peakW === null ? null : { powerW: wattsOf(peakW)!, atIso: isoAt(peakAt!.getTime(), timezone) };
  // Before the first sunrise it is known of there is no highest power, and 0 W at midnight is none.
  const highest = peak && peak.powerW > (known?.powerW ?? 0) ? peak : known;
  return highest && { ...highest, since: lacks ? (first ?? today) : null };
}
