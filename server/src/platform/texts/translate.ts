// Texts of the server in the language of the request, from the file named after it; English where British English has no text of its own.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, type LanguageCode, localeOf } from '@heliograph/contract/envelope.ts';
import en from './en.json' with { type: 'json' };
import type { Messages, WithoutForm } from './messages.ts';

/** By dotted key, as a page of a list needs hundreds. */
type Texts = ReadonlyMap<string, string>;
const ENGLISH = textsOf(en satisfies Messages);
const CATALOGUES: ReadonlyMap<LanguageCode, Texts> = new Map(LANGUAGES.map(({ code }) => [code, read(code)]));

type Leaves<T, Prefix extends string = ''> = {
  [Key in keyof T & string]: T[Key] extends string ? `${Prefix}${Key}` : Leaves<T[Key], `${Prefix}${Key}.`>;
}[keyof T & string];
export type MessageKey = WithoutForm<Leaves<Messages>>;

/** Returns the text of a dotted key with its {placeholders} replaced; `count` chooses the plural form, if the text has several. */
export function messageText(
  language: LanguageCode,
  key: MessageKey,
  values: Record<string, string | number> = {},
): string {
  const text = pluralText(language, key, values.count) ?? lookUp(language, key) ?? key;
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Spanish, French, Italian and Portuguese have a form for millions, which a text may lack. */
function pluralText(language: LanguageCode, key: string, count: unknown): string | undefined {
  if (typeof count !== 'number') return undefined;
  return lookUp(language, `${key}_${pluralsOf(language).select(count)}`) ?? lookUp(language, `${key}_other`);
}

const lookUp = (language: LanguageCode, key: string): string | undefined =>
  CATALOGUES.get(language)?.get(key) ?? ENGLISH.get(key);

const plurals = new Map<LanguageCode, Intl.PluralRules>();
function pluralsOf(language: LanguageCode): Intl.PluralRules {
  const known = plurals.get(language) ?? new Intl.PluralRules(localeOf(language));
  plurals.set(language, known);
  return known;
}

/** catalogues.test.ts checks that each language is complete, apart from the texts of its base. */
function read(language: LanguageCode): Texts {
  return textsOf(JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')) as object);
}

function textsOf(catalogue: object): Texts {
  const texts = new Map<string, string>();
  const add = (node: object, before: string): void => {
    for (const [name, inner] of Object.entries(node) as [string, string | object][]) {
      if (typeof inner === 'string') texts.set(before + name, inner);
      else add(inner, `${before}${name}.`);
    }
  };
  add(catalogue, '');
  return texts;
}
