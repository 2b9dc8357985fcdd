// What tables of samples say, on a page as in a file: the status in words, instants, numbers without what computing left.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { alertTexts } from '../live/rowTexts.ts';

/** Long lists have few status words: each is put into words once. */
export function statusTextsIn(language: LanguageCode): (statusBits: number) => string {
  const words = new Map<number, string>();
  return (bits) => {
    let word = words.get(bits);
    if (word === undefined) {
      word = alertTexts({ statusBits: bits }, language).alertTitle;
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
