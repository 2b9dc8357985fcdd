// Listens to the stream of nudges of one site, or of roll-outs; a nudge carries no values, it makes the page ask its calls again.
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { brand } from '../brand/portal.ts';
import { session } from '../session/session.ts';
import { connection } from './connection.ts';

/** What was asked ahead of the page that long ago is of this visit: asking it all again would be half of what a cold page asks. */
const AHEAD_MS = 2000;
/** Of the first page nothing is older than itself; on a slow phone seconds pass between its answers and its listening. As long as answers count as new. */
const AHEAD_OF_FIRST_MS = 10_000;
let isFirst = true;
/** On its way an answer may be so much older than its arrival; a stream that took longer to open missed what nobody knows. */
const UNDER_WAY_MS = 3_000;
export const FIRST_WAIT_MS = 1000;
export const LONGEST_WAIT_MS = 30_000;
/** The server writes a comment at least every 30 s; a stream silent for longer is dead. */
export const SILENCE_MS = 75_000;

/** Splits a text/event-stream into the data of its events; keeps what is not complete yet. */
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

/** What a stream is about, as its address says it. */
export const aboutSite = (sid: string): string => `sid=${encodeURIComponent(sid)}`;
export const aboutRollouts = (ids: readonly string[]): string => ids.map((id) => `rollout=${id}`).join('&');

/** Roll-outs stand in each other's lists and devices: what tells of one is asked again with what tells of all. */
function isAbout(about: string, [what, path, body]: QueryKey): boolean {
  if (what !== 'call') return false;
  const sid = new URLSearchParams(about).get('sid');
  if (sid === null) return typeof path === 'string' && path.startsWith('configuration/ota/rollout/');
  return (body as { sid?: unknown } | undefined)?.sid === sid;
}

/**
 * Marks as old every answer that was asked for this; with `beforeMs` only those that came before it and are not being asked
 * for already.
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

/** One connection, until it ends; `alive` is called with whatever arrives. About nothing (`''`) it tells of changed rights. */
export async function listen(
  about: string,
  signal: AbortSignal,
  alive: () => void,
  onData: (data: string) => void,
  ageMs = 0,
): Promise<void> {
  const answer = await fetch(`${brand.apiBase}/live${about === '' ? '' : `?${about}&age=${ageMs}`}`, {
    headers: { accept: 'text/event-stream', authorization: session().token },
    cache: 'no-store',
    // It never ends, and whoever waits for what matters to be over need not wait for it.
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

/** Keeps listening while the page is open; refetch intervals of the page's calls do the rest when it cannot. */
export const useLiveNudges = (sid: string): void => useNudges(aboutSite(sid));

/** Of those that a page shows; none: nothing is listened to. */
export const useRolloutNudges = (ids: readonly string[]): void => useNudges(aboutRollouts(ids));

function useNudges(about: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (about === '') return;
    const closed = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = FIRST_WAIT_MS;
    let wasCut = false;
    const aheadMs = isFirst ? AHEAD_OF_FIRST_MS : AHEAD_MS;
    isFirst = false;
    /** Until the stream is open: what an earlier page left behind may miss a nudge that nobody heard between the two. */
    let begunMs: number | null = Date.now();
    const connect = async () => {
      timer = undefined;
      const cut = new AbortController();
      let silence: ReturnType<typeof setTimeout> | undefined;
      const alive = () => {
        clearTimeout(silence);
        silence = setTimeout(() => cut.abort(), SILENCE_MS);
        waitMs = FIRST_WAIT_MS;
        // What was missed while the stream was down is asked for at once.
        const nowMs = Date.now();
        if (wasCut) void onNotification(client, about);
        else if (begunMs !== null)
          void onNotification(client, about, nowMs - begunMs > UNDER_WAY_MS ? nowMs : begunMs - aheadMs);
        begunMs = null;
        wasCut = false;
      };
      // Of a first page nothing is older than itself.
      const ageMs = Math.min(aheadMs, performance.now()) + UNDER_WAY_MS;
      try {
        // Whatever it says is about what was asked for.
        const signal = AbortSignal.any([closed.signal, cut.signal]);
        await listen(about, signal, alive, () => void onNotification(client, about), ageMs);
      } catch {
        // Reconnected below; the page's own interval keeps it fresh meanwhile.
      }
      clearTimeout(silence);
      if (closed.signal.aborted) return;
      // A stream breaks within a second of the server; calls would notice a minute later.
      connection.unanswered();
      wasCut = true;
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
