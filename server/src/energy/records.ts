// The best that a plant has done: the day with the most energy, and the highest power of all days.
import { addDays, type Day } from '../platform/calendar/rules/localDays.ts';
import { isoAt } from '../platform/calendar/times.ts';
import { kWhOf, wattsOf } from '../platform/texts/numbers.ts';
import type { Peak } from './charts/powerCurve.ts';
import type { StoredDay } from './periods/storedDays.ts';

export type RecordPeak = Peak & { since: Day | null };

/** What the days before today were; some of them were never looked at for their power. */
export interface Records {
  /** With the most energy, the newest of equals; null: there is none. */
  day: { day: Day; energy: number } | null;
  peakW: number | null;
  peakAtMs: number | null;
  /** The first day whose power was measured; null: of none. */
  first: Day | null;
  /** Some have energy and no power. */
  lacks: boolean;
}

/** Of the days of a site, in their order and with their highest power. */
export function recordsBefore(days: readonly StoredDay[], today: Day): Records {
  const notLookedAt = addDays(today, -2);
  let best: StoredDay | undefined;
  let highest: { peakW: number; peakAtMs: number | null } | undefined;
  let first: Day | null = null;
  let lacks = false;
  for (const one of days) {
    if (one.day >= today) break;
    if (!best || one.energyWh >= best.energyWh) best = one;
    if (one.peakW === null) lacks ||= one.energyWh > 0 && (one.isPeakKnown || one.day < notLookedAt);
    else if (one.peakW > 0) {
      first ??= one.day;
      if (!highest || one.peakW >= highest.peakW) highest = { peakW: one.peakW, peakAtMs: one.peakAtMs };
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
 * Of all days, today's `peak` included; earlier ones are known once energy/days/dayPeaks.ts has been through them. `since`: the first
 * day whose power was measured, where others were not, as those that came as energies from a file,
 * or was not looked at yet, which takes the newest a day; null: all were.
 */
export function recordPeak(
  { peakW, peakAtMs, first, lacks }: Records,
  timezone: string,
  today: Day,
  peak: Peak | null,
): RecordPeak | null {
  const known = peakW === null ? null : { powerW: wattsOf(peakW), atIso: isoAt(peakAtMs!, timezone) };
  // Before the first sunrise it is known of there is no highest power, and 0 W at midnight is none.
  const highest = peak && peak.powerW > (known?.powerW ?? 0) ? peak : known;
  return highest && { ...highest, since: lacks ? (first ?? today) : null };
}
