// The site's own calendar: from an instant to the site's day and back. The pure twin of sql/timeBuckets.

/** A day of a place: 'YYYY-MM-DD'. A month is 'YYYY-MM'. Both sort as text. */
export type Day = string;
export type Month = string;

/** A day's first instant and the first instant after it; both are the same for a day that a place has skipped. */
export interface DayBounds {
  day: Day;
  startMs: number;
  endMs: number;
}

interface Zone {
  current: DayBounds;
  byDay: Map<Day, DayBounds>;
  /** The local day in which each UTC day begins: one look-up away from any instant. */
  byUtcDay: Map<number, DayBounds>;
}

const msADay = 86_400_000;
const rememberedDays = 2000;
const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    zone = { current: { day: '', startMs: 0, endMs: 0 }, byDay: new Map(), byUtcDay: new Map() };
    // before it is kept, so that an unknown zone throws its RangeError every time
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
  if (zone.byDay.size >= rememberedDays) zone.byDay.clear();
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
    // a clock set back over midnight shows the old date once more: a day begins once, and goes on
    while (utcStartMs >= bounds.endMs) bounds = boundsOf(zone, addDays(bounds.day, 1), timeZone);
    if (zone.byUtcDay.size >= rememberedDays) zone.byUtcDay.clear();
    zone.byUtcDay.set(utcDay, bounds);
  }
  while (atMs >= bounds.endMs) bounds = boundsOf(zone, addDays(bounds.day, 1), timeZone);
  return bounds;
}

/** The local day that holds the instant, with its bounds. Throws RangeError for an unknown time zone. */
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

/** Midnight, or the first instant after it where the clock jumps over midnight. */
export function dayStartMs(day: Day, timeZone: string): number {
  return dayBounds(day, timeZone).startMs;
}

/** The first instant that is no longer of the day. */
export function dayEndMs(day: Day, timeZone: string): number {
  return dayBounds(day, timeZone).endMs;
}

/** 86400, but 82800 or 90000 when the clock changes by an hour, and 0 for a day that the place skipped. */
export function dayLengthSeconds(day: Day, timeZone: string): number {
  const { startMs, endMs } = dayBounds(day, timeZone);
  return (endMs - startMs) / 1000;
}

const utcMs = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** By its midnight in UTC: writing a day's text costs ten look-ups, and a chart of a year asks for each day a few times. */
const dayTexts = new Map<number, Day>();
const rememberedTexts = 20_000;

function utcDay(ms: number): Day {
  let day = dayTexts.get(ms);
  if (day === undefined) {
    day = new Date(ms).toISOString().slice(0, 10);
    if (dayTexts.size >= rememberedTexts) dayTexts.clear();
    dayTexts.set(ms, day);
  }
  return day;
}

export function addDays(day: Day, days: number): Day {
  return utcDay(utcMs(day) + days * msADay);
}

/** Days from one day to another by the calendar; negative when `to` is the earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (utcMs(to) - utcMs(from)) / msADay;
}

/** Every day from the first to the last, both included. */
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

/** Every month from the first to the last, both included. */
export function eachMonth(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let month = from; month <= to; month = addMonths(month, 1)) months.push(month);
  return months;
}
