// What a quantity is called in the reader's language: the head of its column in tables and files, and its line where a client has no name of its own.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { QUANTITIES, type QuantityName, unitSign } from '@heliograph/contract/measurements.ts';
import type { Messages } from '../platform/texts/messages.ts';
import { type MessageKey, messageText } from '../platform/texts/translate.ts';

/** "input12PowerW" -> its text and what stands in it. */
function textOf(name: QuantityName): { key: string; n: string } {
  const [, before, digits, what] = /^(input|string|l)(\d+)(.*)$/.exec(name) ?? [];
  if (before === undefined) return { key: name, n: '' };
  if (before !== 'l') return { key: `${before}${what}`, n: digits! };
  return { key: `phase${what}`, n: [...digits!].map((digit) => `L${digit}`).join('–') };
}

export function titleOf(name: QuantityName, language: LanguageCode): string {
  const { key, n } = textOf(name);
  const path = `history.quantities.${key as keyof Messages['history']['quantities']}` satisfies MessageKey;
  return messageText(language, path, { n });
}

export function headOf(name: QuantityName, language: LanguageCode): { title: string; unit: string } {
  return { title: titleOf(name, language), unit: unitSign(QUANTITIES[name].unit) };
}
