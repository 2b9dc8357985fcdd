// What tables of samples say, on a page as in a file: which quantities, their heads, the status in words, numbers without what computing left.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import type { InputQuantity } from '../messages/messages.ts';
import { type MessageKey, messageText } from '../messages/messageText.ts';
import { mainError } from '../rules/errorBits.ts';

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
      const code = mainError(bits);
      word = code === null ? messageText(language, 'noAlert') : messageText(language, `errors.${code}.title`);
      words.set(bits, word);
    }
    return word;
  };
}

/** To a thousandth: what computing left behind that is no measurement. NaN is null. */
export function plainNumber(value: number): number | null {
  if (Number.isNaN(value)) return null;
  // Adding 0 makes minus zero plain.
  return Number(value.toFixed(3)) + 0;
}
