// The server's words in the caller's language; a catalogue that lacks one falls back to English.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import type { Messages } from './messages.ts';
import zh from './zh.json' with { type: 'json' };

/** By dotted key: a page of a list asks for hundreds. */
type Texts = ReadonlyMap<string, string>;
const ENGLISH = textsOf(en);
const CATALOGUES: Partial<Record<LanguageCode, Texts>> = { en: ENGLISH, de: textsOf(de), zh: textsOf(zh) };

type Leaves<T, Prefix extends string = ''> = {
  [Key in keyof T & string]: T[Key] extends string ? `${Prefix}${Key}` : Leaves<T[Key], `${Prefix}${Key}.`>;
}[keyof T & string];
export type MessageKey = Leaves<Messages>;

/** The text for a dotted key with its {placeholders} filled in. */
export function messageText(
  language: LanguageCode,
  key: MessageKey,
  values: Record<string, string | number> = {},
): string {
  const text = CATALOGUES[language]?.get(key) ?? ENGLISH.get(key) ?? key;
  if (!text.includes('{')) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function textsOf(catalogue: Messages): Texts {
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
