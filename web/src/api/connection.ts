// Tracks whether the server is reachable: from the outcome of calls, from the browser's online and offline events, and by probing the server while it does not answer.
import { useSyncExternalStore } from 'react';
import { apiBase, portal } from '../brand/portal.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
const PROBE_TIMEOUT_MS = 5000;
/** HTTP statuses of a proxy without a server behind it. */
const PROXY_STATUSES = [502, 503, 504];

/** Fetches the server's version; null when the server does not answer. */
export type ProbeServer = () => Promise<{ version: string } | null>;

export interface Connection {
  isLost(): boolean;
  /** Registers a listener for loss and return of the connection; returns the function that removes it. */
  onChange(listener: () => void): () => void;
  /** Records an HTTP response of any status; a `status` of a proxy alone does not count as an answer. */
  answered(status: number): void;
  /** Records that a request got no response. The call alone may be slow or broken, so the server is probed before the connection counts as lost. */
  unanswered(): void;
  /** Resolves once the server answers; at once when the connection is not lost. */
  whenBack(): Promise<void>;
  /** Fetches the current version of the server; null when the server does not answer. */
  version(): Promise<string | null>;
}

/** Probes with a call that is small, public and answered during maintenance; the page of a captive Wi-Fi portal does not count. */
async function probePortal(): Promise<{ version: string } | null> {
  try {
    const answer = await fetch(`${apiBase}/v2/common/portal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    const { data } = (await answer.json()) as { data?: { version?: unknown } };
    return typeof data?.version === 'string' ? { version: data.version } : null;
  } catch {
    return null;
  }
}

export function watchConnection(
  probe: ProbeServer = probePortal,
  browser: EventTarget = new EventTarget(),
  startsLost = false,
): Connection {
  let isLost = false;
  let waitMs = FIRST_WAIT_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: ReturnType<ProbeServer> | undefined;
  const listeners = new Set<() => void>();

  function setLost(lost: boolean): void {
    clearTimeout(timer);
    waitMs = FIRST_WAIT_MS;
    if (lost) scheduleProbe();
    if (lost === isLost) return;
    isLost = lost;
    for (const listener of listeners) listener();
  }
  function scheduleProbe(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void probeOnce(), waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
  /** Concurrent callers share one probe. */
  async function probeOnce(): ReturnType<ProbeServer> {
    pending ??= probe().finally(() => {
      pending = undefined;
    });
    const result = await pending;
    if (result) setLost(false);
    else if (isLost) scheduleProbe();
    else setLost(true);
    return result;
  }
  if (startsLost) setLost(true);
  browser.addEventListener('offline', () => setLost(true));
  browser.addEventListener('online', () => void probeOnce());
  // Timers of a background page are throttled.
  browser.addEventListener('visibilitychange', () => void (isLost && probeOnce()));

  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    isLost: () => isLost,
    onChange,
    answered(status) {
      if (PROXY_STATUSES.includes(status)) void probeOnce();
      else if (isLost) setLost(false);
    },
    unanswered: () => void probeOnce(),
    whenBack: () =>
      new Promise((resolve) => {
        if (!isLost) return resolve();
        const stop = onChange(() => {
          stop();
          resolve();
        });
      }),
    version: async () => (await probeOnce())?.version ?? null,
  };
}

export const connection: Connection =
  typeof window === 'undefined' ? watchConnection() : watchConnection(probePortal, window, portal.isStored);
if (typeof navigator !== 'undefined' && navigator.onLine === false) connection.unanswered();

/** Returns whether the connection is lost, and renders the component again when that changes. */
export const useIsLost = (): boolean => useSyncExternalStore(connection.onChange, connection.isLost);

/** Returns whether the server serves another client version than the running one; false when it does not answer. */
export async function isOutdated(running = portal.version): Promise<boolean> {
  const served = await connection.version();
  return served !== null && running !== '' && served !== running;
}

type Follow = (listener: () => void) => () => void;
let oldest: () => number | null = () => null;
let follow: Follow = () => () => undefined;
/** Registers the query cache as the source of the age of the shown data. The cache registers itself, because not every page loads it. */
export function watchDataAge(of: () => number | null, onShown: Follow): void {
  oldest = of;
  follow = onShown;
}
/** Returns the time of the oldest shown data, in epoch milliseconds; null when nothing shown ages. */
export const dataFrom = (): number | null => oldest();
const onShown: Follow = (listener) => follow(listener);
export const useDataFrom = (): number | null => useSyncExternalStore(onShown, dataFrom);
