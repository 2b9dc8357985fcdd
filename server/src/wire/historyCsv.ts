// Samples of a device as lines of CSV: instants with the plant's offset and as its clock shows them, status in words, quantities with their units.
import { csvLine } from '@heliograph/contract/csv.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { InputQuantity } from '../messages/messages.ts';
import { type MessageKey, messageText } from '../messages/messageText.ts';
import { mainError } from '../rules/errorBits.ts';
import { isoAt } from './times.ts';

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

const NAMES = Object.keys(QUANTITIES) as QuantityName[];
const inputOf = (name: QuantityName): number => Number(/^input(\d)/.exec(name)?.[1] ?? 0);

/** All that a device of so many inputs can say. */
export function columnsFor(inputs: number): QuantityName[] {
  return NAMES.filter((name) => inputOf(name) <= inputs);
}

export function headLine(names: readonly QuantityName[], { timezone, language }: Place): string {
  const heads = names.map((name) => {
    const n = inputOf(name);
    const key = (n === 0 ? name : name.replace(/^input\d/, 'input')) as InputQuantity;
    const { unit } = QUANTITIES[name];
    const title = messageText(language, `history.quantities.${key}` satisfies MessageKey, { n });
    return `${title} (${unit === 'degC' ? '°C' : unit})`;
  });
  return csvLine([
    messageText(language, 'history.time'),
    messageText(language, 'history.localTime', { zone: timezone }),
    messageText(language, 'history.status'),
    ...heads,
  ]);
}

/** Of some rows, `to` not included. */
export function sampleLines(
  { atMs, statusBits, values }: Columns,
  { from, to }: { from: number; to: number },
  names: readonly QuantityName[],
  { timezone, language }: Place,
): string[] {
  const words = new Map<number, string>();
  const statusOf = (bits: number): string => {
    let word = words.get(bits);
    if (word === undefined) {
      const code = mainError(bits);
      word = code === null ? messageText(language, 'noAlert') : messageText(language, `errors.${code}.title`);
      words.set(bits, word);
    }
    return word;
  };
  return Array.from({ length: to - from }, (_, n) => {
    const row = from + n;
    const iso = isoAt(atMs[row]!, timezone);
    const numbers = names.map((name) => plainNumber(values[name]?.[row] ?? Number.NaN));
    return csvLine([iso, `${iso.slice(0, 10)} ${iso.slice(11, 19)}`, statusOf(statusBits[row]!), ...numbers]);
  });
}

/** Stands where the day's samples would: what is missing must not look like a night. */
export function damagedLine(day: string, names: readonly QuantityName[], { language }: Place): string {
  return csvLine(['', day, messageText(language, 'history.damaged'), ...names.map(() => null)]);
}

/** To a thousandth: what computing left behind that is no measurement. */
function plainNumber(value: number): number | null {
  if (Number.isNaN(value)) return null;
  // Adding 0 makes minus zero plain.
  return Number(value.toFixed(3)) + 0;
}
