// Reads an amount as people type and paste it: "1,234.5", "1.234,5", "9,84" and "1 234".

/** Separators of groups besides "." and ",": spaces of all kinds, and the apostrophe of Swiss numbers. */
const GROUP_MARKS = /[\s\u2019']/g;
const GROUPS = /^\d{1,3}(?:[.,]\d{3})+$/;

/** Value of a field for an amount: '' while it is empty, NaN while its text is no number. */
export type Amount = number | '';

/** Returns whether the field holds a number. */
export const isAmount = (value: Amount): value is number => value !== '' && !Number.isNaN(value);

/**
 * Returns the number; '' for an empty text; null for one that is no number, or whose separators could mean several.
 * With "." and ",", the last one is the decimal sign. One alone is it too, unless it is the language's `group` sign before
 * exactly three digits: "1,234" is 1234 in English and 1.234 in German.
 */
export function parseAmount(text: string, group: string): number | '' | null {
  const plain = text.replace(GROUP_MARKS, '');
  if (plain === '') return '';
  const [, sign = '', digits = ''] = /^([-\u2212]?)([\d.,]+)$/.exec(plain) ?? [];
  const unsigned = parseUnsigned(digits, group);
  return unsigned === null ? null : sign === '' ? unsigned : -unsigned;
}

/** Returns whether the only separator is the language's `group` sign before exactly three digits, which other languages read as a decimal. */
export function isAmbiguous(text: string, group: string): boolean {
  const digits = text.replace(GROUP_MARKS, '').replace(/^[-\u2212]/, '');
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) && digits.includes(group);
}

function parseUnsigned(digits: string, group: string): number | null {
  const marks = digits.replace(/\d/g, '');
  const last = marks.at(-1);
  if (!/\d/.test(digits)) return null;
  if (last === undefined) return Number(digits);
  const isOneSign = marks === last.repeat(marks.length);
  if (isOneSign && (marks.length > 1 || (last === group && /^[1-9]/.test(digits) && GROUPS.test(digits))))
    return GROUPS.test(digits) ? Number(digits.replaceAll(last, '')) : null;
  const at = digits.lastIndexOf(last);
  const whole = digits.slice(0, at);
  if (/[.,]/.test(whole) && !(GROUPS.test(whole) && !whole.includes(last))) return null;
  return Number(`${whole.replace(/[.,]/g, '')}.${digits.slice(at + 1)}`);
}
