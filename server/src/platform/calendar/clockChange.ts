// Finds the next clock change of a time zone, so that settings by time of day can describe days of 23 or 25 hours.
import { type ClockMove, MINUTES_A_DAY } from '@heliograph/contract/batterySettings.ts';
import type { Day } from './rules/localDays.ts';

const SEARCH_MS = 366 * 86_400_000;
const NS_PER_MINUTE = 60_000_000_000;

/** Returns the next clock change; null: none within a year. If the clock goes back at midnight, the previous day is the longer one. */
export function nextClockMove(timeZone: string, afterMs: number): (ClockMove & { day: Day }) | null {
  let at = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds - afterMs > SEARCH_MS) return null;
    const before = next.subtract({ nanoseconds: 1 });
    const byMin = Math.round((next.offsetNanoseconds - before.offsetNanoseconds) / NS_PER_MINUTE);
    at = next;
    // A transition may change only the zone's abbreviation.
    if (byMin === 0) continue;
    const atMin = before.hour * 60 + before.minute + 1;
    if (byMin < 0 || atMin < MINUTES_A_DAY) return { day: before.toPlainDate().toString(), atMin, byMin };
    return { day: before.toPlainDate().add({ days: 1 }).toString(), atMin: 0, byMin };
  }
}
