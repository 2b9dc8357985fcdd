// Listens to the notification stream of one site or of roll-outs; a notification holds no values, it makes the page fetch its calls again.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiBase } from '../brand/portal.ts';
import { session } from '../session/session.ts';
import { connection } from './connection.ts';

/** Answers prefetched for the page up to this long ago belong to this visit: fetching them all again would be half of the requests of a cold page. */
const PREFETCH_MS = 2000;
/** On the first page no answer is older than the page; on a slow phone seconds pass between its answers and its stream. Equals the time for which answers count as new. */
const FIRST_PREFETCH_MS = 10_000;
let isFirst = true;
/** An answer may be older than its arrival by this much; a stream that took longer to open may have missed notifications. */
const LATENCY_MS = 3_000;
export const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 30_000;
/** The server writes a comment at least every 30 s; a stream silent for longer is dead. */
export const SILENCE_MS = 75_000;

/** Splits a text/event-stream into the data of its events; buffers an incomplete event. */
export function eventReader(onData: (data: string) => void): (chunk: string) => void {
  let rest = '';
  return (chunk) => {
    rest += chunk;
    const events = rest.split(/\r?\n\r?\n/);
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = event
        .split(/\r?\n/)
        .filter((row) => row.startsWith('data:'))
        .map((row) => row.slice(5).trim())
        .join('\n');
      if (data) onData(data);
    }
  };
}

/** Query string that subscribes a stream to a site. */
export const aboutSite = (sid: string): string => `sid=${encodeURIComponent(sid)}`;
export const aboutRollouts = (ids: readonly string[]): string => ids.map((id) => `rollout=${id}`).join('&');

/** Roll-outs appear in each other's lists and devices, so a notification of one invalidates the calls about all. */
function isAbout(about: string, [kind, path, body]: QueryKey): boolean {
  if (kind !== 'call') return false;
  const sid = new URLSearchParams(about).get('sid');
  if (sid === null) return typeof path === 'string' && path.startsWith('configuration/ota/rollout/');
  return (body as { sid?: unknown } | undefined)?.sid === sid;
}

/**
 * Invalidates every answer about `about`; with `beforeMs` only answers that arrived before it and are not being fetched
 * already.
 */
export function onNotification(
  client: QueryClient,
  about: string,
  beforeMs: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey, state }) => {
      if (!isAbout(about, queryKey)) return false;
      return beforeMs === Number.POSITIVE_INFINITY || (state.dataUpdatedAt < beforeMs && state.fetchStatus === 'idle');
    },
  });
}

/** Reads one connection until it ends; `alive` is called on every chunk. With `about` empty the stream reports changed rights. */
export async function listen(
  about: string,
  signal: AbortSignal,
  alive: () => void,
  onData: (data: string) => void,
  ageMs = 0,
): Promise<void> {
  const answer = await fetch(`${apiBase}/live${about === '' ? '' : `?${about}&age=${ageMs}`}`, {
    headers: { accept: 'text/event-stream', authorization: session().token },
    cache: 'no-store',
    // The stream never ends, so code that waits for important requests to finish must not wait for it.
    priority: 'low',
    signal,
  });
  if (!answer.ok || !answer.body) throw new Error(`live stream: HTTP ${answer.status}`);
  const read = eventReader(onData);
  alive();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    alive();
    read(part.value);
  }
}

/** Listens while the page is open; when the stream fails, the refetch intervals of the page's calls take over. */
export const useSiteNotifications = (sid: string): void => useNudges(aboutSite(sid));

/** Listens to the roll-outs that a page shows; with none it opens no stream. */
export const useRolloutNotifications = (ids: readonly string[]): void => useNudges(aboutRollouts(ids));

function useNudges(about: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (about === '') return;
    const closed = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = FIRST_WAIT_MS;
    let wasDropped = false;
    const prefetchMs = isFirst ? FIRST_PREFETCH_MS : PREFETCH_MS;
    isFirst = false;
    /** Start time until the stream is open, then null: answers of an earlier page may have missed a notification sent between the two streams. */
    let startedMs: number | null = Date.now();
    const connect = async () => {
      timer = undefined;
      const dropped = new AbortController();
      let silence: ReturnType<typeof setTimeout> | undefined;
      const alive = () => {
        clearTimeout(silence);
        silence = setTimeout(() => dropped.abort(), SILENCE_MS);
        waitMs = FIRST_WAIT_MS;
        // Fetches at once what was missed while the stream was down.
        const nowMs = Date.now();
        if (wasDropped) void onNotification(client, about);
        else if (startedMs !== null)
          void onNotification(client, about, nowMs - startedMs > LATENCY_MS ? nowMs : startedMs - prefetchMs);
        startedMs = null;
        wasDropped = false;
      };
      // On the first page no answer is older than the page.
      const ageMs = Math.min(prefetchMs, performance.now()) + LATENCY_MS;
      try {
        // Every event of this stream concerns `about`.
        const signal = AbortSignal.any([closed.signal, dropped.signal]);
        await listen(about, signal, alive, () => void onNotification(client, about), ageMs);
      } catch {
        // Reconnected below; the refetch intervals of the page keep it fresh meanwhile.
      }
      clearTimeout(silence);
      if (closed.signal.aborted) return;
      // A stream breaks within a second of a server failure; calls would notice a minute later.
      connection.unanswered();
      wasDropped = true;
      timer = setTimeout(connect, waitMs);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    };
    void connect();
    const stop = connection.onChange(() => {
      if (connection.isLost() || timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      waitMs = FIRST_WAIT_MS;
      void connect();
    });
    return () => {
      stop();
      closed.abort();
      clearTimeout(timer);
    };
  }, [client, about]);
}
