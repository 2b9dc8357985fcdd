// Requests to the browser for passkeys: used at sign-in, created on the account page. Loaded on demand.
import { getI18n } from 'react-i18next';
import { ApiError } from '../api/failures.ts';

/** Returns the passkey, or undefined when the user cancelled or the request timed out. */
export async function requestPasskey<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    const { t } = getI18n();
    const { name, message } = error as Error;
    if (name === 'NotAllowedError' || name === 'AbortError') return undefined;
    // An error of the browser and not of the server; shown like a refusal.
    if (name === 'SecurityError') throw new ApiError(0, t('secondStep.unsupported'));
    throw new ApiError(0, t('secondStep.failed', { reason: message }));
  }
}
