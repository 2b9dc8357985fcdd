// The time that a device sets its clock by: fourteen digits of its plant's local time.

const offsets = new Map<string, { quarter: number; offsetMs: number }>();
const QUARTER_MS = 900_000;

/** Clocks change at a quarter of an hour everywhere, so within one the distance from UTC stays. */
function offsetMs(atMs: number, timeZone: string): number {
  const quarter = Math.floor(atMs / QUARTER_MS);
  const known = offsets.get(timeZone);
  if (known?.quarter === quarter) return known.offsetMs;
  const zoned = Temporal.Instant.fromEpochMilliseconds(Math.floor(atMs)).toZonedDateTimeISO(timeZone);
  const offset = zoned.offsetNanoseconds / 1e6;
  offsets.set(timeZone, { quarter, offsetMs: offset });
  return offset;
}

/** YYYYMMDDHHMMSS */
export function localDigits(atMs: number, timeZone: string): string {
  return new Date(atMs + offsetMs(atMs, timeZone)).toISOString().slice(0, 19).replace(/[-T:]/g, '');
}
