// Texts by key, with placeholders and plural forms. It replaces react-i18next, which pages import (vite.config.ts) because its
// types check every key: the library itself would be an eighth of the sign-in page.
import type { TFunction } from 'i18next';

/** By dotted key, with the plural form as suffix. */
const texts = new Map<string, string>();
let plurals = new Intl.PluralRules('en');
let counts = new Intl.NumberFormat('en');

export function startTranslation(language: string): void {
  plurals = new Intl.PluralRules(language);
  counts = new Intl.NumberFormat(language);
}

/** Adds texts; existing ones are replaced. */
export function mergeTexts(node: object, path = ''): void {
  for (const [name, inner] of Object.entries(node)) {
    const key = path ? `${path}.${name}` : name;
    if (typeof inner === 'string') texts.set(key, inner);
    else mergeTexts(inner as object, key);
  }
}

type Values = Record<string, unknown> & { count?: unknown; defaultValue?: string };

function textOf(key: string, { count, defaultValue }: Values): string {
  if (typeof count !== 'number') return texts.get(key) ?? defaultValue ?? key;
  // Spanish, French, Italian and Portuguese have a form for millions, which a text may lack.
  const form = texts.get(`${key}_${plurals.select(count)}`) ?? texts.get(`${key}_other`);
  return form ?? texts.get(key) ?? defaultValue ?? key;
}

/** Counts get thousands separators; other numbers may be years or codes and stay unchanged. */
const said = (name: string, value: unknown): string =>
  name === 'count' && typeof value === 'number' ? counts.format(value) : String(value ?? '');

/** Returns a text with each `{{name}}` replaced by its value or nothing; an unknown key is returned itself. */
export const t = ((key: string, values: Values = {}): string =>
  textOf(key, values).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    said(name, values[name]),
  )) as unknown as TFunction;

const same = { t };
/** The language of a visit never changes, so neither does this result. */
export const useTranslation = () => same;
/** For code outside components. */
export const getI18n = () => same;
