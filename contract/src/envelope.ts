// Envelope of every call: code/msg/data, the six headers, the language codes and the text of the signature.

export interface Envelope<Data> {
  /** 200 means success; anything else is a code of errors.ts. */
  code: number;
  /** In the language of the request. */
  msg: string;
  data: Data;
}

/** Headers of spec.md section 7, and two of this portal; `client` is `web` for its own client. */
export const HEADERS = {
  authorization: 'authorization',
  lan: 'lan',
  client: 'client',
  oem: 'oem',
  sign: 'sign',
  app: 'app',
  idempotencyKey: 'idempotency-key',
  /** `null`: unknown figures (figures.ts) are null or "" instead of 0. */
  unknownAs: 'unknown-as',
} as const;

/** Response header with the id of a refused or failed request to a call, which the server's log has, too. */
export const REQUEST_ID = 'x-request-id';

/** Response header with the session's new token; the previous one expires within a minute. */
export const NEW_TOKEN = 'new-token';

/**
 * `lan` is the number on the wire; `code` the catalogue; `title` the language's own name; `locale` the BCP 47 tag, if it
 * differs from the code; `base` the language whose texts apply where the catalogue has none.
 */
export const LANGUAGES = [
  { lan: 6, code: 'en', title: 'English', locale: 'en-US' },
  { lan: 1, code: 'zh', title: '中文', locale: 'zh-CN' },
  { lan: 7, code: 'gb', title: 'English (UK)', locale: 'en-GB', base: 'en' },
  { lan: 2, code: 'ja', title: '日本語' },
  { lan: 3, code: 'de', title: 'Deutsch' },
  { lan: 4, code: 'es', title: 'Español' },
  { lan: 5, code: 'fr', title: 'Français' },
  { lan: 8, code: 'pt', title: 'Português' },
  { lan: 9, code: 'pl', title: 'Polski' },
  { lan: 10, code: 'it', title: 'Italiano' },
  { lan: 11, code: 'nl', title: 'Nederlands' },
] as const;

export type LanguageCode = (typeof LANGUAGES)[number]['code'];
export const DEFAULT_LAN = 6;

/** BCP 47 tag of a language, for `Intl`. */
export function localeOf(code: LanguageCode): string {
  const language = LANGUAGES.find((each) => each.code === code);
  return language && 'locale' in language ? language.locale : code;
}

/** Regions whose English has British spelling, and dates with the day before the month. */
const BRITISH_REGIONS = ['GB', 'IE', 'AU', 'NZ', 'ZA', 'IN'];

/** Returns the language of a browser's tag, such as "de-AT": by its first two letters, and British English by its region. */
export function languageOfTag(tag: string): LanguageCode | undefined {
  const [primary = '', region = ''] = tag.split(/[-_,;]/, 2);
  if (primary.toLowerCase() === 'en' && BRITISH_REGIONS.includes(region.toUpperCase())) return 'gb';
  return LANGUAGES.find(({ code }) => code !== 'gb' && code === tag.slice(0, 2).toLowerCase())?.code;
}

/** Returns the number of a language in the `lan` header. */
export const lanOf = (code: LanguageCode): number =>
  LANGUAGES.find((language) => language.code === code)?.lan ?? DEFAULT_LAN;

/** Language of a `lan` header; English if unknown. */
export function languageOfLan(lan: unknown): LanguageCode {
  return LANGUAGES.find((language) => language.lan === Number(lan))?.code ?? 'en';
}

/**
 * Returns the text whose upper-case hex MD5 is the web client's `sign`; empty without a body, and for a form with files
 * (multipart/form-data). `e`: what each letter e becomes; public client programs write NEP.
 */
export function signedText(body: unknown, e: 'E' | 'NEP' = 'E'): string {
  if (body === undefined || body === null || body === '') return '';
  const compact = typeof body === 'string' ? body : JSON.stringify(body);
  return compact.replaceAll('e', e);
}
