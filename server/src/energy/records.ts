// Finds the records of a plant: the day with the most energy and the highest power of all days.
import { addDays, type Day } from '../platform/calendar/rules/localDays.ts';
import { isoAt } from '../platform/calendar/times.ts';
import { kWhOf, wattsOf } from '../platform/texts/numbers.ts';
import type { Peak } from './charts/powerCurve.ts';
import type { StoredDay } from './periods/storedDays.ts';

export type RecordPeak = Peak & { since: Day | null };

/** Records of the days before today, some of which may have no known highest power yet. */
export interface Records {
  /** Day with the most energy, the newest of equals; null: no day has any. */
  day: { day: Day; energy: number } | null;
  peakW: number | null;
  peakAtMs: number | null;
  /** First day with measured power; null: none. */
  first: Day | null;
  /** Whether some days have energy and no power. */
  lacks: boolean;
}

/** Returns the records of a site's days; `days` are in order and include their highest power. */
export function recordsBefore(days: readonly StoredDay[], today: Day): Records {
  const peakDueBefore = addDays(today, -2);
  let best: StoredDay | undefined;
  let highest: { peakW: number; peakAtMs: number | null } | undefined;
  let first: Day | null = null;
  let lacks = false;
  for (const stored of days) {
    if (stored.day >= today) break;
    if (!best || stored.energyWh >= best.energyWh) best = stored;
    if (stored.peakW === null) lacks ||= stored.energyWh > 0 && (stored.isPeakKnown || stored.day < peakDueBefore);
    else if (stored.peakW > 0) {
      first ??= stored.day;
      if (!highest || stored.peakW >= highest.peakW) highest = { peakW: stored.peakW, peakAtMs: stored.peakAtMs };
    }
  }
  return {
    day: best ? { day: best.day, energy: kWhOf(best.energyWh) } : null,
    peakW: highest?.peakW ?? null,
    peakAtMs: highest?.peakAtMs ?? null,
    first,
    lacks,
  };
}

/**
 * Returns the highest power of all days, today's `peak` included; null: no power is known. Earlier days count once
 * energy/days/dayPeaks.ts has stored their peaks. `since` is the first day with measured power if the peak of another
 * day is unknown: its energy was imported from a file, or its peak is not stored yet, which takes up to a day after the
 * day ends. `since` is null if all peaks are known.
 */
export function recordPeak(
  { peakW, peakAtMs, first, lacks }: Records,
  timezone: string,
  today: Day,
  peak: Peak | null,
): RecordPeak | null {
  const known = peakW === null ? null : { powerW: wattsOf(peakW), atIso: isoAt(peakAtMs!, timezone) };
  // A plant that has not seen a sunrise yet has no record: 0 W at midnight is not a peak.
  const highest = peak && peak.powerW > (known?.powerW ?? 0) ? peak : known;
  return highest && { ...highest, since: lacks ? (first ?? today) : null };
}
