// Loads the client's files on demand: without a connection it waits for one; when the server serves another client, or the file still fails to load, it shows the Tip.
import { lazy } from 'react';
import { isLoadFailure, showTip } from '../shell/tip.ts';
import { connection, isOutdated } from './connection.ts';

const MAX_ATTEMPTS = 3;
const WAIT_MS = 1000;
/** A file that takes longer triggers a probe of the server. */
const SLOW_MS = 5000;

const failedStyles = new Set<HTMLLinkElement>();
if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // The error event of a link does not bubble, hence the capture phase.
  document.addEventListener('error', note, true);
}

/** Loads failed style sheets again before the module that needs them, because the bundler requests each one only once. */
async function reloadStyles(): Promise<void> {
  const missing = [...failedStyles];
  failedStyles.clear();
  await Promise.all(
    missing.map(
      (link) =>
        new Promise<void>((done, failed) => {
          const copy = link.cloneNode() as HTMLLinkElement;
          copy.onload = () => done();
          copy.onerror = () => failed(new Error(`Unable to preload CSS for ${link.href}`));
          link.replaceWith(copy);
        }),
    ),
  );
}

/** Makes one attempt, styles included; rejects when it hangs and the server does not answer. */
export function loadFile<T>(load: () => Promise<T>, slowMs = SLOW_MS): Promise<T> {
  return new Promise((done, failed) => {
    const giveUp = () => {
      if (connection.isLost()) failed(new Error('Failed to load a file: no connection'));
    };
    const slow = setTimeout(() => {
      connection.unanswered();
      giveUp();
    }, slowMs);
    const stop = connection.onChange(giveUp);
    (failedStyles.size > 0 ? reloadStyles() : Promise.resolve())
      .then(load)
      .then(done, failed)
      .finally(() => {
        clearTimeout(slow);
        stop();
      });
  });
}

/** Returns why a file failed to load, after probing the server: no connection, another client version, or neither. */
export async function whyNotLoaded(): Promise<'lost' | 'outdated' | 'broken'> {
  if (await isOutdated()) return 'outdated';
  return connection.isLost() ? 'lost' : 'broken';
}

/** Loads a file, waiting for a lost connection; shows the Tip and throws when the file fails to load although the server answers. */
export async function untilLoaded<T>(load: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  for (let left = MAX_ATTEMPTS; ; ) {
    try {
      return await loadFile(load);
    } catch (error) {
      if (!(error instanceof Error && isLoadFailure(error.message))) throw error;
      const why = await whyNotLoaded();
      if (why === 'outdated') {
        showTip();
        // The Tip covers the page, and its only button loads the new client.
        return new Promise(() => undefined);
      }
      if (why === 'lost') await connection.whenBack();
      else if (--left <= 0) {
        // The specification's answer to any failed load: its button reloads the page.
        showTip();
        throw error;
      } else await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Loads a file before it is needed; a failure is ignored, because the file is loaded again when it is needed. */
export const preload = (load: () => Promise<unknown>): void => void load().catch(() => undefined);

/** Loads a part of a page from a file of its own, as React's `lazy`; the fallback stays until there is a connection. */
export const lazyPart: typeof lazy = (load) => lazy(() => untilLoaded(load));
