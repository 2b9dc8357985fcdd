// Chooses the language of the pages and, while signed in, of the account's mails, notices and webhooks.
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { getI18n } from 'react-i18next';
import { ApiError, messageOf } from '../api/failures.ts';
import { post } from '../api/post.ts';
import { changeLanguage } from '../i18n/language.ts';
import { isSignedIn } from './session.ts';

/** Stores the choice in the account and in this browser, and reloads the page; without an answer of the server it changes nothing and says so. */
export async function chooseLanguage(webCode: string, reload?: () => void): Promise<void> {
  try {
    if (isSignedIn()) await post('account/update', { language: webCode as LanguageCode }, { changes: true });
  } catch (error) {
    // Nothing can be changed while another role is viewed; the pages change all the same.
    if (!(error instanceof ApiError)) {
      // Not part of the sign-in page, which chooses languages as well.
      const { toastFailed } = await import('../ui/toast.tsx');
      return toastFailed(messageOf(error, getI18n().t));
    }
  }
  changeLanguage(webCode, reload);
}
