// Parses times of files into instants; ambiguous ones are refused with the option that decides.

export type DateOrder = 'mdy' | 'dmy';

export interface TimeReading {
  /** IANA name or an offset such as -07:00; null: times must carry their own offset. */
  timeZone: string | null;
  dates: DateOrder | null;
}

/** The file cannot be read without a further option, which the message names. */
export class Ambiguous extends Error {}

/** `refused`: why this row has no usable time. */
export type ReadTime = { atMs: number } | { refused: string };

const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;
const SLASHED =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[T, ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*(AM|PM)?)?$/i;
const EPOCH = /^\d{10}(\d{3})?$/;

/** Call it in the order of the file, which decides in the repeated hour when the clocks go back. */
export function timeReader({ timeZone, dates }: TimeReading): (text: string) => ReadTime {
  let lastMs = Number.NEGATIVE_INFINITY;
  const wall = (fields: Temporal.PlainDateTimeLike, text: string): ReadTime => {
    if (timeZone === null) {
      throw new Ambiguous(
        `The time "${text}" has no offset from UTC; say where it was written with --zone, for example --zone America/Denver.`,
      );
    }
    const local = Temporal.PlainDateTime.from(fields, { overflow: 'reject' });
    const earlier = local.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    const later = local.toZonedDateTime(timeZone, { disambiguation: 'later' });
    if (!earlier.toPlainDateTime().equals(local)) return { refused: 'no such local time: the clock was set forward' };
    const atMs =
      earlier.epochMilliseconds <= lastMs && later.epochMilliseconds > lastMs
        ? later.epochMilliseconds
        : earlier.epochMilliseconds;
    lastMs = atMs;
    return { atMs };
  };
  const fraction = (digits: string | undefined): number => Math.round(Number(`0.${digits ?? 0}`) * 1000);

  return (given) => {
    const text = given.trim();
    if (text === '') return { refused: 'no time' };
    try {
      const iso = ISO.exec(text);
      if (iso) {
        const [, year, month, day, hour, minute, second, digits, offset] = iso;
        const fields = {
          year: Number(year),
          month: Number(month),
          day: Number(day),
          hour: Number(hour ?? 0),
          minute: Number(minute ?? 0),
          second: Number(second ?? 0),
          millisecond: fraction(digits),
        };
        if (offset === undefined) return wall(fields, text);
        const local = Temporal.PlainDateTime.from(fields, { overflow: 'reject' });
        return { atMs: local.toZonedDateTime(zoneOfOffset(offset)).epochMilliseconds };
      }
      const slashed = SLASHED.exec(text);
      if (slashed) {
        const [, first, sign, second, year, hour, minute, seconds, digits, half] = slashed;
        const order = sign === '.' ? 'dmy' : (dates ?? orderOf(Number(first), Number(second), text));
        const [month, day] = order === 'mdy' ? [first, second] : [second, first];
        const hours = Number(hour ?? 0);
        if (half && (hours < 1 || hours > 12)) return { refused: 'not a time' };
        const of24 = half ? (hours % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : hours;
        const fields = {
          year: Number(year),
          month: Number(month),
          day: Number(day),
          hour: of24,
          minute: Number(minute ?? 0),
          second: Number(seconds ?? 0),
          millisecond: fraction(digits),
        };
        return wall(fields, text);
      }
      if (EPOCH.test(text)) return { atMs: text.length === 13 ? Number(text) : Number(text) * 1000 };
      return { refused: 'not a time' };
    } catch (error) {
      if (error instanceof RangeError) return { refused: 'not a time' };
      throw error;
    }
  };
}

/** Refuses also a day over 12, as the next row may contradict it. */
function orderOf(first: number, second: number, text: string): DateOrder {
  if (first <= 31 && second <= 31) {
    throw new Ambiguous(
      `The date "${text}" can be read in two ways; say --dates mdy (month first) or --dates dmy (day first).`,
    );
  }
  return 'mdy';
}

function zoneOfOffset(offset: string): string {
  if (/^(Z|UTC)$/i.test(offset)) return 'UTC';
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0');
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
