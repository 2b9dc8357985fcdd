// Whether the server answers: calls tell what became of them, the browser tells when it is offline, and while nothing comes back the server is asked again by itself.
import { useSyncExternalStore } from 'react';
import { brand, portal } from '../brand/portal.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
const PATIENCE_MS = 5000;
/** What a proxy says while there is no server behind it. */
const NOBODY_THERE = [502, 503, 504];

/** What the server says of itself; null when it does not answer. */
export type ProbeServer = () => Promise<{ version: string } | null>;

export interface Connection {
  isLost(): boolean;
  /** Called when it is lost and when it is back; gives back how to stop. */
  onChange(listener: () => void): () => void;
  /** An HTTP answer came, whatever it says: `status` of a proxy alone is none. */
  answered(status: number): void;
  /** Nothing came back. One call may be slow or broken for itself: lost is what the server does not say otherwise. */
  unanswered(): void;
  /** Resolves once the server answers, at once if it does. */
  whenBack(): Promise<void>;
  /** The version that the server tells now; null when it does not answer. */
  version(): Promise<string | null>;
}

/** Small, public, answered also under maintenance; a page of somebody's Wi-Fi portal is no answer. */
async function askPortal(): Promise<{ version: string } | null> {
  try {
    const answer = await fetch(`${brand.apiBase}/v2/common/portal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { data } = (await answer.json()) as { data?: { version?: unknown } };
    return typeof data?.version === 'string' ? { version: data.version } : null;
  } catch {
    return null;
  }
}

export function watchConnection(ask: ProbeServer = askPortal, browser: EventTarget = new EventTarget()): Connection {
  let isLost = false;
  let waitMs = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: ReturnType<ProbeServer> | undefined;
  const listeners = new Set<() => void>();

  function change(lost: boolean): void {
    clearTimeout(timer);
    waitMs = FIRST_WAIT_MS;
    if (lost) askAgainLater();
    if (lost === isLost) return;
    isLost = lost;
    for (const listener of listeners) listener();
  }
  function askAgainLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
  /** Those who ask at once share one question. */
  async function look(): ReturnType<ProbeServer> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    const told = await asking;
    if (told) change(false);
    else if (isLost) askAgainLater();
    else change(true);
    return told;
  }
  browser.addEventListener('offline', () => change(true));
  browser.addEventListener('online', () => void look());
  // Timers of a page in the background are slow.
  browser.addEventListener('visibilitychange', () => void (isLost && look()));

  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    isLost: () => isLost,
    onChange,
    answered(status) {
      if (NOBODY_THERE.includes(status)) void look();
      else if (isLost) change(false);
    },
    unanswered: () => void look(),
    whenBack: () =>
      new Promise((resolve) => {
        if (!isLost) return resolve();
        const stop = onChange(() => {
          stop();
          resolve();
        });
      }),
    version: async () => (await look())?.version ?? null,
  };
}

export const connection: Connection =
  typeof window === 'undefined' ? watchConnection() : watchConnection(askPortal, window);
if (typeof navigator !== 'undefined' && navigator.onLine === false) connection.unanswered();

/** Whether there is no connection now; the page that asks follows it. */
export const useIsLost = (): boolean => useSyncExternalStore(connection.onChange, connection.isLost);

/** Whether the server now serves another client than the one that runs; false when it does not answer. */
export async function isOutdated(running = portal.version): Promise<boolean> {
  const told = await connection.version();
  return told !== null && running !== '' && told !== running;
}

type Follow = (listener: () => void) => () => void;
let oldest: () => number | null = () => null;
let follow: Follow = () => () => undefined;
/** The query cache says of when what is shown is, and when that changes; apart from here, because not every page loads it. */
export function watchDataAge(of: () => number | null, onShown: Follow): void {
  oldest = of;
  follow = onShown;
}
/** Milliseconds; null when nothing is shown that gets old. */
export const dataFrom = (): number | null => oldest();
const onShown: Follow = (listener) => follow(listener);
export const useDataFrom = (): number | null => useSyncExternalStore(onShown, dataFrom);
