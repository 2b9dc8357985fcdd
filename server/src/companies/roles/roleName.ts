// What a role is called: the portal's own in the reader's language, a company's as it was named.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import type { Messages } from '../../platform/texts/messages.ts';
import { messageText } from '../../platform/texts/translate.ts';

/** `code`: empty where a company made the role. */
export const roleNameIn = (language: LanguageCode, code: string, name: string): string =>
  code === '' ? name : messageText(language, `roles.${code as keyof Messages['roles']}`);
