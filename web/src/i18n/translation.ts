// Texts by their keys, with placeholders and plural forms. It stands where pages import react-i18next (vite.config.ts), whose
// types check every key: the library itself would be an eighth of all that the sign-in page loads, for these few lines.
import type { TFunction } from 'i18next';

/** By keys with dots, and behind them the form of a plural. */
const texts = new Map<string, string>();
let plurals = new Intl.PluralRules('en');
let counts = new Intl.NumberFormat('en');

export function startTranslation(language: string): void {
  plurals = new Intl.PluralRules(language);
  counts = new Intl.NumberFormat(language);
}

/** Texts that are there already are replaced. */
export function mergeTexts(node: object, path = ''): void {
  for (const [name, inner] of Object.entries(node)) {
    const key = path ? `${path}.${name}` : name;
    if (typeof inner === 'string') texts.set(key, inner);
    else mergeTexts(inner as object, key);
  }
}

type Values = Record<string, unknown> & { count?: unknown; defaultValue?: string };

function textOf(key: string, { count, defaultValue }: Values): string {
  const form = typeof count === 'number' ? texts.get(`${key}_${plurals.select(count)}`) : undefined;
  return form ?? texts.get(key) ?? defaultValue ?? key;
}

/** What is counted has its thousands apart, as everywhere; other numbers may be years or codes and stand as they are. */
const said = (name: string, value: unknown): string =>
  name === 'count' && typeof value === 'number' ? counts.format(value) : String(value ?? '');

/** `{{name}}` is the value of that name, nothing without one; a key without a text stands for itself. */
export const t = ((key: string, values: Values = {}): string =>
  textOf(key, values).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    said(name, values[name]),
  )) as unknown as TFunction;

const same = { t };
/** The language of a visit never changes, so neither does what this answers. */
export const useTranslation = () => same;
/** For what is no component. */
export const getI18n = () => same;
