// Languages of the guide's pictures.
import { LANGUAGES, type LanguageCode } from '@heliograph/contract/envelope.ts';

/** Returns the language of the pictures for a reader's language: one with few texts of its own has those of its base. */
export const pictureLanguage = (code: LanguageCode): LanguageCode =>
  LANGUAGES.flatMap((each) => (each.code === code && 'base' in each ? [each.base] : []))[0] ?? code;
