// Copies text to the clipboard and confirms it, for all copy buttons; a page without TLS has no clipboard, and a browser may refuse it.
import { toastDone, toastFailed } from './toast.tsx';

interface Messages {
  done: string;
  /** Message on what to do instead, or a fallback action. */
  failed: string | (() => void);
}

export async function copyText(text: string, { done, failed }: Messages): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (typeof failed === 'string') toastFailed(failed);
    else failed();
    return;
  }
  toastDone(done);
}
