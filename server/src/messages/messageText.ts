// The server's words in the caller's language; a catalogue that lacks one falls back to English.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import type { Messages } from './messages.ts';
import zh from './zh.json' with { type: 'json' };

const CATALOGUES: Partial<Record<LanguageCode, Messages>> = { en, de, zh };

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
  const text = look(CATALOGUES[language], key) ?? look(en, key) ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function look(catalogue: Messages | undefined, key: string): string | undefined {
  let node: unknown = catalogue;
  for (const part of key.split('.'))
    node = node && typeof node === 'object' ? (node as Record<string, unknown>)[part] : undefined;
  return typeof node === 'string' ? node : undefined;
}
