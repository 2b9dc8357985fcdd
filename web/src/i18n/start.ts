// Starts i18next with the catalogue every visitor needs; signed-in pages add theirs. A language without one reads English.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from './catalogues/en.json';
import type enPages from './catalogues/pages/en.json';
import { language, locale } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en & typeof enPages };
  }
}

type Load = () => Promise<{ default: object }>;
/** What signing in shows: its own words, errors, the frame around pages. */
const catalogues = import.meta.glob<{ default: object }>('./catalogues/*.json');
/** Everything behind the sign-in. */
const pageCatalogues = import.meta.glob<{ default: object }>('./catalogues/pages/*.json');

/** The catalogue file of a language: its own, else English. */
export function catalogueOf(code: string, files: readonly string[] = Object.keys(catalogues)): string {
  const own = files.find((file) => file.endsWith(`/${code}.json`));
  return own ?? files.find((file) => file.endsWith('/en.json'))!;
}

async function textsOf(files: Record<string, Load>): Promise<object> {
  return (await files[catalogueOf(language, Object.keys(files))]!()).default;
}

export async function startTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await textsOf(catalogues) } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = locale;
}

/** Before the first signed-in page is drawn. */
export async function addPageTexts(): Promise<void> {
  i18next.addResourceBundle(language, 'translation', await textsOf(pageCatalogues), true);
}
