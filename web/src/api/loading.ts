// Loads files of the client that come when they are needed: without a connection they come once it is back, and when another client is served the Tip is asked for.
import { lazy } from 'react';
import { isLoadFailure, showTip } from '../shell/tip.ts';
import { connection, isOutdated } from './connection.ts';

const TRIES = 3;
const WAIT_MS = 1000;
/** A file that takes longer makes one ask whether the server is there at all. */
const SLOW_MS = 5000;

const failedStyles = new Set<HTMLLinkElement>();
if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target);
  };
  // Such an event does not bubble.
  document.addEventListener('error', note, true);
}

/** The bundler asks for each style sheet once; those that did not come are asked for here, before what they dress. */
async function styles(): Promise<void> {
  const missing = [...failedStyles];
  failedStyles.clear();
  await Promise.all(
    missing.map(
      (link) =>
        new Promise<void>((done, failed) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.onload = () => done();
          again.onerror = () => failed(new Error(`Unable to preload CSS for ${link.href}`));
          link.replaceWith(again);
        }),
    ),
  );
}

/** One try, styles included; it also ends when it hangs and the server turns out not to answer. */
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
    (failedStyles.size > 0 ? styles() : Promise.resolve())
      .then(load)
      .then(done, failed)
      .finally(() => {
        clearTimeout(slow);
        stop();
      });
  });
}

/** What keeps a file from being loaded, once the server has been asked: no connection, another client there, or neither. */
export async function whyNotLoaded(): Promise<'lost' | 'outdated' | 'broken'> {
  if (await isOutdated()) return 'outdated';
  return connection.isLost() ? 'lost' : 'broken';
}

/** Waits for the file as long as there is no connection; a file that does not come although there is one is an error. */
export async function untilLoaded<T>(load: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  for (let left = TRIES; ; ) {
    try {
      return await loadFile(load);
    } catch (error) {
      if (!(error instanceof Error && isLoadFailure(error.message))) throw error;
      const why = await whyNotLoaded();
      if (why === 'outdated') {
        showTip();
        // The Tip stands over everything, and its only way out loads the new client.
        return new Promise(() => undefined);
      }
      if (why === 'lost') await connection.whenBack();
      else if (--left <= 0) throw error;
      else await new Promise((again) => setTimeout(again, waitMs));
    }
  }
}

/** Before it is wanted; when it does not come now, it does when it is wanted. */
export const preload = (load: () => Promise<unknown>): void => void load().catch(() => undefined);

/** A part of a page in a file of its own, as React's `lazy`; what stands in for it stays until there is a connection. */
export const lazyPart: typeof lazy = (load) => lazy(() => untilLoaded(load));
