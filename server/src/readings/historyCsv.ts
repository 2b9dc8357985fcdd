// Samples of a device as lines of CSV: instants with the plant's offset and as its clock shows them, status in words, quantities with their units.
import { csvLine } from '@heliograph/contract/csv.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { headOf } from '../families/quantityTexts.ts';
import { isoAt } from '../platform/calendar/times.ts';
import { messageText } from '../platform/texts/translate.ts';
import { clockText, plainNumber, statusTextsIn } from './historyRows.ts';

interface Place {
  timezone: string;
  language: LanguageCode;
}

/** Samples as columns; a quantity that none of them has is absent, a single gap NaN. */
interface Columns {
  atMs: Float64Array;
  statusBits: Int32Array;
  values: Partial<Record<QuantityName, Float64Array>>;
}

/** The heads of all columns, with their units. */
export function headsOf(names: readonly QuantityName[], { timezone, language }: Place): string[] {
  const heads = names.map((name) => {
    const { title, unit } = headOf(name, language);
    return unit === '' ? title : `${title} (${unit})`;
  });
  return [
    messageText(language, 'history.time'),
    messageText(language, 'history.localTime', { zone: timezone }),
    messageText(language, 'history.status'),
    ...heads,
  ];
}

export const headLine = (names: readonly QuantityName[], place: Place): string => csvLine(headsOf(names, place));

/** Of some rows, `to` not included. */
export function sampleLines(
  { atMs, statusBits, values }: Columns,
  { from, to }: { from: number; to: number },
  names: readonly QuantityName[],
  { timezone, language }: Place,
): string[] {
  const statusOf = statusTextsIn(language);
  return Array.from({ length: to - from }, (_, n) => {
    const row = from + n;
    const iso = isoAt(atMs[row]!, timezone);
    const numbers = names.map((name) => plainNumber(values[name]?.[row] ?? Number.NaN));
    return csvLine([iso, clockText(iso), statusOf(statusBits[row]!), ...numbers]);
  });
}

/** Stands where the day's samples would: what is missing must not look like a night. */
export function damagedLine(day: string, names: readonly QuantityName[], { language }: Place): string {
  return csvLine(['', day, messageText(language, 'history.damaged'), ...names.map(() => null)]);
}
