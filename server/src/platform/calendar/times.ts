// Times in API formats: text in the plant's time zone, ISO 8601 with its offset, and age.
import { type Day, dayAt } from './rules/localDays.ts';

const msADay = 86_400_000;
const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** Returns day, time and seconds of the plant's clock, and its offset from UTC. */
function clockAt(atMs: number, zone: string): { day: Day; time: string; seconds: number; offset: string } {
  const { day, startMs, endMs } = dayAt(atMs, zone);
  // On a day of 24 hours plain arithmetic suffices, a hundred times cheaper than the calendar; a long list has thousands of times.
  if (endMs - startMs === msADay) {
    const second = Math.floor((atMs - startMs) / 1000);
    const offset = offsetText((Date.parse(`${day}T00:00:00Z`) - startMs) / 60_000);
    return {
      day,
      time: `${twoDigits(Math.floor(second / 3600))}:${twoDigits(Math.floor(second / 60) % 60)}`,
      seconds: second % 60,
      offset,
    };
  }
  const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs)).toZonedDateTimeISO(zone);
  const date = local.toPlainDate().toString();
  const time = `${twoDigits(local.hour)}:${twoDigits(local.minute)}`;
  return { day: date, time, seconds: local.second, offset: offsetText(local.offsetNanoseconds / 60e9) };
}

function offsetText(minutes: number): string {
  const whole = Math.abs(Math.round(minutes));
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(whole / 60))}:${twoDigits(whole % 60)}`;
}

/** Formats "2026-06-15" as "15/06/2026". */
export function wireDay(day: Day): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
}

/** Formats as "DD/MM/YYYY HH:mm" on the plant's clock; "" for never. */
export function wireTime(at: Date | null, zone: string): string {
  if (!at) return '';
  const { day, time } = clockAt(at.getTime(), zone);
  return `${wireDay(day)} ${time}`;
}

/** Formats as "YYYY-MM-DD HH:mm:ss" on the plant's clock, the format of site/modules; "" for never. */
export function wireSeconds(at: Date | null, zone: string): string {
  if (!at) return '';
  const { day, time, seconds } = clockAt(at.getTime(), zone);
  return `${day} ${time}:${twoDigits(seconds)}`;
}

/** Formats as "HH:mm" on the plant's clock. */
export function wireClock(atMs: number, zone: string): string {
  return clockAt(atMs, zone).time;
}

/** Formats as ISO 8601 with the plant's offset, to the second. */
export function isoAt(atMs: number, zone: string): string {
  const { day, time, seconds, offset } = clockAt(atMs, zone);
  return `${day}T${time}:${twoDigits(seconds)}${offset}`;
}

export function isoOf(at: Date | null, zone: string): string | null {
  return at && isoAt(at.getTime(), zone);
}

export type Age = { key: 'never' | 'justNow' | 'minutes' | 'hours' | 'days'; count: number };

/** Returns the age in the largest unit that fits: minutes, hours or days. */
export function ageOf(at: Date | null, now: Date): Age {
  if (!at) return { key: 'never', count: 0 };
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes < 1) return { key: 'justNow', count: 0 };
  if (minutes < 60) return { key: 'minutes', count: minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return { key: 'hours', count: hours };
  const days = Math.floor(hours / 24);
  return { key: 'days', count: days };
}
