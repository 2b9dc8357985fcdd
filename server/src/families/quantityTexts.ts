// Names of quantities in the reader's language: column heads of tables and files, and chart lines for which a client has no name.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { QUANTITIES, type QuantityName, unitSign } from '@heliograph/contract/measurements.ts';
import type { Messages } from '../platform/texts/messages.ts';
import { type MessageKey, messageText } from '../platform/texts/translate.ts';

/** Returns the text key of a quantity and its number: "input12PowerW" -> "inputPowerW", "12". */
function textOf(name: QuantityName): { key: string; n: string } {
  const [, prefix, digits, suffix] = /^(input|string|l)(\d+)(.*)$/.exec(name) ?? [];
  if (prefix === undefined) return { key: name, n: '' };
  if (prefix !== 'l') return { key: `${prefix}${suffix}`, n: digits! };
  return { key: `phase${suffix}`, n: [...digits!].map((digit) => `L${digit}`).join('–') };
}

export function titleOf(name: QuantityName, language: LanguageCode): string {
  const { key, n } = textOf(name);
  const path = `history.quantities.${key as keyof Messages['history']['quantities']}` satisfies MessageKey;
  return messageText(language, path, { n });
}

export function headOf(name: QuantityName, language: LanguageCode): { title: string; unit: string } {
  return { title: titleOf(name, language), unit: unitSign(QUANTITIES[name].unit) };
}
