// Starts i18next with the one catalogue that is needed; a language without a catalogue falls back to English.
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type en from './catalogues/en.json';
import { language, locale } from './language.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

const catalogues = import.meta.glob<{ default: typeof en }>('./catalogues/*.json');

/** The catalogue file of a language: its own, else English. */
export function catalogueOf(code: string, files: readonly string[] = Object.keys(catalogues)): string {
  const own = `./catalogues/${code}.json`;
  return files.includes(own) ? own : './catalogues/en.json';
}

export async function startTexts(): Promise<void> {
  const catalogue = await catalogues[catalogueOf(language)]!();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: catalogue.default } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = locale;
}
