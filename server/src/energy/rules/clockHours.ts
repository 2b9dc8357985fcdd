// Energy by the hour of a plant's clock: 24 sums a day, whatever its length; an hour shown twice is one, a skipped one stays 0.

import { type Day, dayAt } from '../../platform/calendar/rules/localDays.ts';
import type { MicroWh } from './counterStep.ts';

/** 24 sums of a day. */
export type ClockHours = MicroWh[];

/** Energy of a longer time than this was counted over an outage: nobody knows its hours. */
export const KNOWN_HOURS_MS = 65 * 60_000;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** No clock is changed by less. */
const STEP_MS = 15 * 60_000;

export const noHours = (): ClockHours => new Array<MicroWh>(24).fill(0);

/** Adding to it leaves the one that was given as it is. */
export function copyOf<Sum extends { hours?: ClockHours }>(sum: Sum): Sum {
  return sum.hours ? { ...sum, hours: [...sum.hours] } : { ...sum };
}

/** What a day's sum begins with; nothing on days before the first that is kept by the hour. */
export function hoursFor(day: Day, hoursFrom: Day | null | undefined): { hours?: ClockHours } {
  return hoursFrom != null && day >= hoursFrom ? { hours: noHours() } : {};
}

/** Adds energy of a time within one day, evenly; what is left by rounding is in the last hour. A dawn is no whole millisecond. */
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
  let given = 0;
  for (const part of clockHours(fromMs, toMs, timeZone)) {
    const upTo = part.toMs === toMs ? energy : Math.round((energy * (part.toMs - fromMs)) / (toMs - fromMs));
    hours[part.hour] = hours[part.hour]! + upTo - given;
    given = upTo;
  }
}

interface HourPart {
  hour: number;
  fromMs: number;
  toMs: number;
}

/** A time within one day, cut where the clock shows another hour. */
export function clockHours(fromMs: number, toMs: number, timeZone: string): HourPart[] {
  const { startMs, endMs } = dayAt(fromMs, timeZone);
  const parts: HourPart[] = [];
  if (endMs - startMs === DAY_MS) {
    for (let hour = Math.floor((fromMs - startMs) / HOUR_MS); ; hour++) {
      const beginMs = startMs + hour * HOUR_MS;
      const part = {
        hour: Math.min(23, hour),
        fromMs: Math.max(fromMs, beginMs),
        toMs: Math.min(toMs, beginMs + HOUR_MS),
      };
      parts.push(part);
      if (part.toMs >= toMs) return parts;
    }
  }
  // The clock is changed on this day: rare, so that each quarter of an hour may be asked for.
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

/** Hours that a file tells of a day, where the plant keeps them and they can be the day's; else null. */
export function acceptedHours(
  told: ClockHours | null | undefined,
  { day, energyWh }: { day: Day; energyWh: number },
  hoursFrom: Day | null | undefined,
): ClockHours | null {
  if (!told || hoursFrom == null || day < hoursFrom) return null;
  const sum = told.reduce((all, energy) => all + energy, 0);
  return sum <= Math.round(energyWh * 1e6) ? told : null;
}
