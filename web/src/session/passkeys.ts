// Passkeys as the browser has them: shown at sign-in, made on the page of the account. Loaded when one is wanted.
import { getI18n } from 'react-i18next';
import { ApiError } from '../api/failures.ts';

/** Undefined: whoever was asked thought better of it, or did nothing for minutes. */
export async function requestPasskey<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    const { t } = getI18n();
    const { name, message } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    // Of the browser, and not of the server: told in its words, as a refusal is.
    if (name === 'SecurityError') throw new ApiError(0, t('secondStep.unsupported'));
    throw new ApiError(0, t('secondStep.failed', { reason: message }));
  }
}
