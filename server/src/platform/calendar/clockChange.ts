// When a plant's clock is moved next: what is set by the time of day says by it what happens on a day of 23 or 25 hours.
import { type ClockMove, MINUTES_A_DAY } from '@heliograph/contract/batterySettings.ts';
import type { Day } from './rules/localDays.ts';

const WITHIN_MS = 366 * 86_400_000;
const NS_A_MINUTE = 60_000_000_000;

/** Null: not within a year. Moved back at midnight, it is the day before that is longer. */
export function nextClockMove(timeZone: string, afterMs: number): (ClockMove & { day: Day }) | null {
  let at = Temporal.Instant.fromEpochMilliseconds(afterMs).toZonedDateTimeISO(timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds - afterMs > WITHIN_MS) return null;
    const before = next.subtract({ nanoseconds: 1 });
    const byMin = Math.round((next.offsetNanoseconds - before.offsetNanoseconds) / NS_A_MINUTE);
    at = next;
    // A zone may change its name alone.
    if (byMin === 0) continue;
    const atMin = before.hour * 60 + before.minute + 1;
    if (byMin < 0 || atMin < MINUTES_A_DAY) return { day: before.toPlainDate().toString(), atMin, byMin };
    return { day: before.toPlainDate().add({ days: 1 }).toString(), atMin: 0, byMin };
  }
}
