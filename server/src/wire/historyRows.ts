// What tables of samples say, on a page as in a file: which quantities, their heads, the status in words, numbers without what computing left.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { InputQuantity } from '../messages/messages.ts';
import { type MessageKey, messageText } from '../messages/messageText.ts';
import { alertWords } from './rowWords.ts';

const NAMES = Object.keys(QUANTITIES) as QuantityName[];
const inputOf = (name: QuantityName): number => Number(/^input(\d)/.exec(name)?.[1] ?? 0);

/** All that a device of so many inputs can say. */
export function columnsFor(inputs: number): QuantityName[] {
  return NAMES.filter((name) => inputOf(name) <= inputs);
}

export function headOf(name: QuantityName, language: LanguageCode): { title: string; unit: string } {
  const n = inputOf(name);
  const key = (n === 0 ? name : name.replace(/^input\d/, 'input')) as InputQuantity;
  const { unit } = QUANTITIES[name];
  const title = messageText(language, `history.quantities.${key}` satisfies MessageKey, { n });
  return { title, unit: unit === 'degC' ? '°C' : unit };
}

/** Long lists have few status words: each is put into words once. */
export function statusWordsIn(language: LanguageCode): (statusBits: number) => string {
  const words = new Map<number, string>();
  return (bits) => {
    let word = words.get(bits);
    if (word === undefined) {
      word = alertWords({ statusBits: bits }, language).alertTitle;
      words.set(bits, word);
    }
    return word;
  };
}

/** An instant as the plant's clock shows it, out of its ISO text: the calendar is asked once. */
export const clockText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)}`;

/** To a thousandth: what computing left behind that is no measurement. NaN is null. */
export function plainNumber(value: number): number | null {
  if (Number.isNaN(value)) return null;
  // Adding 0 makes minus zero plain.
  return Number(value.toFixed(3)) + 0;
}
