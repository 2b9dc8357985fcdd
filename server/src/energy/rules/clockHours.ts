// Energy by the hour of a plant's clock: 24 sums a day, whatever its length; a repeated hour is one sum, a skipped one stays 0.

import { type Day, dayAt } from '../../platform/calendar/rules/localDays.ts';
import type { MicroWh } from './counterStep.ts';

/** The 24 sums of a day. */
export type ClockHours = MicroWh[];

/** Longest time whose energy is assigned to hours; a longer one is an outage with unknown hours. */
export const KNOWN_HOURS_MS = 65 * 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Smallest step of a clock change. */
const STEP_MS = 15 * 60_000;

export const noHours = (): ClockHours => new Array<MicroWh>(24).fill(0);

/** Copies a sum and its hours, so that adding to the copy leaves the original unchanged. */
export function copyOf<Sum extends { hours?: ClockHours }>(sum: Sum): Sum {
  return sum.hours ? { ...sum, hours: [...sum.hours] } : { ...sum };
}

/** Returns the initial hours of a day's sum; none on days before the first one with hours. */
export function hoursFor(day: Day, hoursFrom: Day | null | undefined): { hours?: ClockHours } {
  return hoursFrom != null && day >= hoursFrom ? { hours: noHours() } : {};
}

/**
 * Adds energy evenly over a time within one day; the last hour takes the rounding remainder. `sinceMs` may have
 * fractions, as a dawn does.
 */
export function addToHours(
  { hours }: { hours?: ClockHours },
  energy: MicroWh,
  sinceMs: number,
  untilMs: number,
  timeZone: string,
): void {
  if (!hours || energy === 0) return;
  const fromMs = Math.floor(sinceMs);
  const toMs = Math.max(fromMs + 1, Math.floor(untilMs));
  let addedEnergy = 0;
  for (const part of clockHours(fromMs, toMs, timeZone)) {
    const upTo = part.toMs === toMs ? energy : Math.round((energy * (part.toMs - fromMs)) / (toMs - fromMs));
    hours[part.hour] = hours[part.hour]! + upTo - addedEnergy;
    addedEnergy = upTo;
  }
}

interface HourPart {
  hour: number;
  fromMs: number;
  toMs: number;
}

/** Splits a time within one day at the hours of its clock. */
export function clockHours(fromMs: number, toMs: number, timeZone: string): HourPart[] {
  const { startMs, endMs } = dayAt(fromMs, timeZone);
  const parts: HourPart[] = [];
  if (endMs - startMs === DAY_MS) {
    for (let hour = Math.floor((fromMs - startMs) / HOUR_MS); ; hour++) {
      const hourStartMs = startMs + hour * HOUR_MS;
      const part = {
        hour: Math.min(23, hour),
        fromMs: Math.max(fromMs, hourStartMs),
        toMs: Math.min(toMs, hourStartMs + HOUR_MS),
      };
      parts.push(part);
      if (part.toMs >= toMs) return parts;
    }
  }
  // The clock changes on this day, which is rare, so each quarter of an hour can be looked up.
  for (let at = fromMs; at < toMs; ) {
    const stepEndMs = Math.min(toMs, startMs + (Math.floor((at - startMs) / STEP_MS) + 1) * STEP_MS);
    const { hour } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    const last = parts.at(-1);
    if (last?.hour === hour) last.toMs = stepEndMs;
    else parts.push({ hour, fromMs: at, toMs: stepEndMs });
    at = stepEndMs;
  }
  return parts;
}

/** Returns imported hours of a day if the plant stores hours and their sum fits the day; else null. */
export function acceptedHours(
  imported: ClockHours | null | undefined,
  { day, energyWh }: { day: Day; energyWh: number },
  hoursFrom: Day | null | undefined,
): ClockHours | null {
  if (!imported || hoursFrom == null || day < hoursFrom) return null;
  const sum = imported.reduce((all, energy) => all + energy, 0);
  return sum <= Math.round(energyWh * 1e6) ? imported : null;
}
