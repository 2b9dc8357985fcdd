// What all buttons that copy do: the text into the clipboard, and a word of it; there is no clipboard on a page that came without TLS, and a browser may refuse it.
import { toastDone, toastFailed } from './toast.tsx';

interface Words {
  done: string;
  /** What to do instead, and perhaps doing it. */
  failed: string | (() => void);
}

export async function copyText(text: string, { done, failed }: Words): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (typeof failed === 'string') toastFailed(failed);
    else failed();
    return;
  }
  toastDone(done);
}
