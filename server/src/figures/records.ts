// The best that a plant has done: the day with the most energy, and the highest power of all days.
import type { Transaction } from '../db/connect.ts';
import { addDays, type Day } from '../rules/localDays.ts';
import { kWhOf, wattsOf } from '../wire/figures.ts';
import { isoAt } from '../wire/times.ts';
import type { Peak } from './curve.ts';

export type RecordPeak = Peak & { since: Day | null };

/** What the days before today were; some of them were never looked at for their power. */
export interface Records {
  /** With the most energy, the newest of equals; null: there is none. */
  day: { day: Day; energy: number } | null;
  peakW: number | null;
  peakAt: Date | null;
  /** The first day whose power was measured; null: of none. */
  first: Day | null;
  /** Some have energy and no power. */
  lacks: boolean;
}

/** The site was found among the visible ones. */
export async function recordsBefore(sql: Transaction, sid: string, today: Day): Promise<Records> {
  const [row] = await sql<(Omit<Records, 'day'> & { day: Day | null; energyWh: number | null })[]>`
    with days as materialized (
      select day, energy_wh, peak_w, peak_at, peak_known from site_days where sid = ${sid} and day < ${today}
    )
    select m.day, m.energy_wh, b.peak_w, b.peak_at, g.first, g.lacks from (
      select min(day) filter (where peak_w > 0) as first,
        coalesce(bool_or(peak_w is null and energy_wh > 0 and (peak_known or day < ${addDays(today, -2)})), false) as lacks
      from days
    ) g left join (select day, energy_wh from days order by energy_wh desc, day desc limit 1) m on true
      left join (select peak_w, peak_at from days where peak_w > 0 order by peak_w desc, day desc limit 1) b on true`;
  const { day, energyWh, ...rest } = row!;
  return { ...rest, day: day === null ? null : { day, energy: kWhOf(energyWh)! } };
}

/**
 * Of all days, today's `peak` included; earlier ones are known once telemetry/dayPeaks.ts has been through them. `since`: the first
 * day whose power was measured, where others were not, as those that came as energies from a file,
 * or was not looked at yet, which takes the newest a day; null: all were.
 */
export function recordPeak(
  { peakW, peakAt, first, lacks }: Records,
  timezone: string,
  today: Day,
  peak: Peak | null,
): RecordPeak | null {
  const known = peakW === null ? null : { powerW: wattsOf(peakW)!, atIso: isoAt(peakAt!.getTime(), timezone) };
  // Before the first sunrise it is known of there is no highest power, and 0 W at midnight is none.
  const highest = peak && peak.powerW > (known?.powerW ?? 0) ? peak : known;
  return highest && { ...highest, since: lacks ? (first ?? today) : null };
}
