// Calendar of a site's time zone: from an instant to the local day and back. The pure counterpart of platform/calendar/timeBuckets.ts.

/** A local day: 'YYYY-MM-DD'. A month is 'YYYY-MM'. Both sort as text. */
export type Day = string;
export type Month = string;

/** First instant of a day and first instant after it; equal for a day that the time zone skipped. */
export interface DayBounds {
  day: Day;
  startMs: number;
  endMs: number;
}

interface Zone {
  current: DayBounds;
  byDay: Map<Day, DayBounds>;
  /** Local day in which each UTC day begins, so that any instant is found by one look-up. */
  byUtcDay: Map<number, DayBounds>;
}

const msADay = 86_400_000;
const maxCachedDays = 2000;
const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    zone = { current: { day: '', startMs: 0, endMs: 0 }, byDay: new Map(), byUtcDay: new Map() };
    // Before the zone is cached, so that an unknown zone throws its RangeError every time.
    zone.current = boundsOf(zone, '2026-01-01', timeZone);
    zones.set(timeZone, zone);
  }
  return zone;
}

function boundsOf(zone: Zone, day: Day, timeZone: string): DayBounds {
  const known = zone.byDay.get(day);
  if (known) return known;
  const date = Temporal.PlainDate.from(day);
  const bounds = {
    day,
    startMs: date.toZonedDateTime(timeZone).epochMilliseconds,
    endMs: date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds,
  };
  if (zone.byDay.size >= maxCachedDays) zone.byDay.clear();
  zone.byDay.set(day, bounds);
  return bounds;
}

function findDay(zone: Zone, atMs: number, timeZone: string): DayBounds {
  const utcDay = Math.floor(atMs / msADay);
  let bounds = zone.byUtcDay.get(utcDay);
  if (!bounds) {
    const utcStartMs = utcDay * msADay;
    const date = Temporal.Instant.fromEpochMilliseconds(utcStartMs).toZonedDateTimeISO(timeZone).toPlainDate();
    bounds = boundsOf(zone, date.toString(), timeZone);
    // A clock set back over midnight shows the old date again, but a day begins only once and continues.
    while (utcStartMs >= bounds.endMs) bounds = boundsOf(zone, addDays(bounds.day, 1), timeZone);
    if (zone.byUtcDay.size >= maxCachedDays) zone.byUtcDay.clear();
    zone.byUtcDay.set(utcDay, bounds);
  }
  while (atMs >= bounds.endMs) bounds = boundsOf(zone, addDays(bounds.day, 1), timeZone);
  return bounds;
}

/** Returns the local day that contains the instant, with its bounds. Throws RangeError for an unknown time zone. */
export function dayAt(atMs: number, timeZone: string): DayBounds {
  const zone = zoneOf(timeZone);
  const { current } = zone;
  if (atMs >= current.startMs && atMs < current.endMs) return current;
  zone.current = findDay(zone, atMs, timeZone);
  return zone.current;
}

export function localDay(atMs: number, timeZone: string): Day {
  return dayAt(atMs, timeZone).day;
}

export function dayBounds(day: Day, timeZone: string): DayBounds {
  return boundsOf(zoneOf(timeZone), day, timeZone);
}

/** Returns midnight, or the first instant after it where the clock skips midnight. */
export function dayStartMs(day: Day, timeZone: string): number {
  return dayBounds(day, timeZone).startMs;
}

/** Returns the first instant after the day. */
export function dayEndMs(day: Day, timeZone: string): number {
  return dayBounds(day, timeZone).endMs;
}

/** Returns 86400, but 82800 or 90000 when the clock changes by an hour, and 0 for a day that the time zone skipped. */
export function dayLengthSeconds(day: Day, timeZone: string): number {
  const { startMs, endMs } = dayBounds(day, timeZone);
  return (endMs - startMs) / 1000;
}

const utcMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** Cached texts of days by their midnight in UTC: formatting costs ten look-ups, and a chart of a year needs each day several times. */
const dayTexts = new Map<number, Day>();
const maxCachedTexts = 20_000;

function utcDay(ms: number): Day {
  let day = dayTexts.get(ms);
  if (day === undefined) {
    day = new Date(ms).toISOString().slice(0, 10);
    if (dayTexts.size >= maxCachedTexts) dayTexts.clear();
    dayTexts.set(ms, day);
  }
  return day;
}

export function addDays(day: Day, days: number): Day {
  return utcDay(utcMs(day) + days * msADay);
}

/** Returns the calendar days from one day to another; negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (utcMs(to) - utcMs(from)) / msADay;
}

/** Returns every day from the first to the last, both included. */
export function eachDay(from: Day, to: Day): Day[] {
  const fromMs = utcMs(from);
  return Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, days) => utcDay(fromMs + days * msADay));
}

export function monthOf(day: Day): Month {
  return day.slice(0, 7);
}

export function firstDayOfMonth(month: Month): Day {
  return `${month}-01`;
}

export function lastDayOfMonth(month: Month): Day {
  return addDays(firstDayOfMonth(addMonths(month, 1)), -1);
}

export function addMonths(month: Month, months: number): Month {
  const first = new Date(utcMs(firstDayOfMonth(month)));
  return utcDay(first.setUTCMonth(first.getUTCMonth() + months)).slice(0, 7);
}

/** Returns every month from the first to the last, both included. */
export function eachMonth(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}
