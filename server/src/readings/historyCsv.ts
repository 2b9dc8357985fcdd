// Samples of a device as lines of CSV: instants with the plant's offset and as local time, status as text, quantities with their units.
import { csvLine } from '@heliograph/contract/csv.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { headOf } from '../families/quantityTexts.ts';
import { isoAt } from '../platform/calendar/times.ts';
import { messageText } from '../platform/texts/translate.ts';
import { clockText, plainNumber, statusTextsIn } from './historyRows.ts';

interface Head {
  timezone: string;
  language: LanguageCode;
  /** Whether each row has the serial number of its device. */
  withSn: boolean;
}

/** Samples as columns; a quantity that none of them has is absent, a single gap is NaN. */
interface Columns {
  atMs: Float64Array;
  statusBits: Int32Array;
  values: Partial<Record<QuantityName, Float64Array>>;
}

/** Returns the heads of all columns, with their units. */
export function headsOf(names: readonly QuantityName[], { timezone, language, withSn }: Head): string[] {
  const heads = names.map((name) => {
    const { title, unit } = headOf(name, language);
    return unit === '' ? title : `${title} (${unit})`;
  });
  return [
    messageText(language, 'history.time'),
    messageText(language, 'history.localTime', { zone: timezone }),
    ...(withSn ? [messageText(language, 'history.sn')] : []),
    messageText(language, 'history.status'),
    ...heads,
  ];
}

export const headLine = (names: readonly QuantityName[], head: Head): string => csvLine(headsOf(names, head));

/** Returns the lines of a range of rows, `to` not included. */
export function sampleLines(
  { atMs, statusBits, values }: Columns,
  { sn, from, to }: { sn: string; from: number; to: number },
  names: readonly QuantityName[],
  { timezone, language, withSn }: Head,
): string[] {
  const statusOf = statusTextsIn(language);
  const device = withSn ? [sn] : [];
  return Array.from({ length: to - from }, (_, n) => {
    const row = from + n;
    const iso = isoAt(atMs[row]!, timezone);
    const numbers = names.map((name) => plainNumber(values[name]?.[row] ?? Number.NaN));
    return csvLine([iso, clockText(iso), ...device, statusOf(statusBits[row]!), ...numbers]);
  });
}

/** Returns a line in place of a damaged day's samples: missing samples must not look like a night. */
export function damagedLine(
  { sn, damaged }: { sn: string; damaged: string },
  names: readonly QuantityName[],
  { language, withSn }: Head,
): string {
  return csvLine([
    '',
    damaged,
    ...(withSn ? [sn] : []),
    messageText(language, 'history.damaged'),
    ...names.map(() => null),
  ]);
}
