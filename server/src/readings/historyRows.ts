// What tables of samples say, on a page as in a file: which quantities, their heads, the status in words, numbers without what computing left.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { QUANTITIES, type QuantityName, unitSign } from '@heliograph/contract/measurements.ts';
import { alertTexts } from '../live/rowTexts.ts';
import type { Messages } from '../platform/texts/messages.ts';
import { type MessageKey, messageText } from '../platform/texts/translate.ts';

/** "input12PowerW" -> its text and what stands in it. */
function textOf(name: QuantityName): { key: string; n: string } {
  const [, before, digits, what] = /^(input|string|l)(\d+)(.*)$/.exec(name) ?? [];
  if (before === undefined) return { key: name, n: '' };
  if (before !== 'l') return { key: `${before}${what}`, n: digits! };
  return { key: `phase${what}`, n: [...digits!].map((digit) => `L${digit}`).join('–') };
}

export function headOf(name: QuantityName, language: LanguageCode): { title: string; unit: string } {
  const { key, n } = textOf(name);
  const path = `history.quantities.${key as keyof Messages['history']['quantities']}` satisfies MessageKey;
  return { title: messageText(language, path, { n }), unit: unitSign(QUANTITIES[name].unit) };
}

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
