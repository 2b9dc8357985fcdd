// Name of a role: built-in ones in the reader's language, a company's own as it was named.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Messages } from '../../platform/texts/messages.ts';
import { messageText } from '../../platform/texts/translate.ts';

/** Returns the name. `code`: empty for a role made by a company. */
export const roleNameIn = (language: LanguageCode, code: string, name: string): string =>
  code === '' ? name : messageText(language, `roles.${code as keyof Messages['roles']}`);
