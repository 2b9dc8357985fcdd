// Names of languages in the language of the user.
import { DOCUMENT_LANGUAGES } from '@heliograph/contract/documents.ts';
import { locale } from '../../../i18n/language.ts';

function languageName(code: string): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

export const languageChoices = () => DOCUMENT_LANGUAGES.map((code) => ({ value: code, label: languageName(code) }));

export const languageNames = (codes: readonly string[]): string => codes.map(languageName).join(', ');
