// The displayed language: the stored one, else the browser's, else the brand's; and its code on the wire.
import catalogues from 'virtual:catalogues';
import { DEFAULT_LAN, LANGUAGES, type LanguageCode, languageOfTag, localeOf } from '@heliograph/contract/envelope.ts';
import { brand } from '../brand/portal.ts';
import { KEYS, store, stored, storedJson } from '../session/storage.ts';

export interface LanguageEntry {
  title: string;
  webCode: string;
  /** The `lan` header. */
  code: number;
}

/** Whether the language has all texts; only then is it offered. */
export const isComplete = (code: string): boolean => Object.hasOwn(catalogues, code);

function known(code: string | null | undefined): LanguageCode | undefined {
  return LANGUAGES.find((language) => language.code === code && isComplete(language.code))?.code;
}

/** Chooses the stored language, else the browser's, else the brand's, else English; never an incomplete one. */
export function chooseLanguage(
  storedCode: string | null,
  browserLanguage: string,
  brandLanguage: string,
): LanguageCode {
  return known(storedCode) ?? known(languageOfTag(browserLanguage)) ?? known(brandLanguage) ?? 'en';
}

export const language: LanguageCode = chooseLanguage(
  stored(KEYS.language),
  typeof navigator === 'undefined' ? '' : (navigator.language ?? ''),
  brand.language,
);

/** The `lan` header of this visit. */
export const lan: number = LANGUAGES.find(({ code }) => code === language)?.lan ?? DEFAULT_LAN;

/** Locale for `Intl`, and the page's `lang`. */
export const locale: string = localeOf(language);

/** Stores the choice and reloads the page, so that server texts, formats and the catalogue change together. */
export function changeLanguage(webCode: string, reload: () => void = () => location.reload()): void {
  const chosen = LANGUAGES.find(({ code }) => code === webCode);
  if (!chosen) return;
  store(KEYS.language, chosen.code);
  store(KEYS.languageCode, String(chosen.lan));
  reload();
}

const OWN_LIST: LanguageEntry[] = LANGUAGES.map(({ title, code, lan: number }) => ({
  title,
  webCode: code,
  code: number,
})).filter(({ webCode }) => isComplete(webCode));

function isEntry(value: unknown): value is LanguageEntry {
  const { title, webCode, code } = (value ?? {}) as Partial<LanguageEntry>;
  return typeof title === 'string' && typeof webCode === 'string' && typeof code === 'number';
}

/** The server's list as last received, else the built-in one. */
export function languageList(): LanguageEntry[] {
  const list = storedJson(KEYS.languageList);
  return Array.isArray(list) && list.length > 0 && list.every(isEntry) ? list : OWN_LIST;
}

/** Stores the list and the code of this visit; the language itself is stored only when the user chooses it. */
export function storeLanguage(list: LanguageEntry[] = languageList()): void {
  store(KEYS.languageCode, String(lan || DEFAULT_LAN));
  store(KEYS.languageList, JSON.stringify(list));
}
