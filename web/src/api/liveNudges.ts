// Listens to one site's stream of nudges; a nudge carries no values, it makes the page ask its calls again.
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { brand } from '../brand/portal.ts';
import { session } from '../session/session.ts';
import { connection } from './connection.ts';

/** What was asked ahead of the page that long ago is of this visit: asking it all again would be half of what a cold page asks. */
const AHEAD_MS = 2000;
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

/**
 * Marks as old every answer that was asked for this site; with `beforeMs` only those that came before it and are not being
 * asked for already.
 */
export function takeNudge(
  client: QueryClient,
  sid: string,
  beforeMs: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey, state }) => {
      const body = queryKey[0] === 'call' ? (queryKey[2] as { sid?: unknown } | undefined) : undefined;
      if (body?.sid !== sid) return false;
      return beforeMs === Number.POSITIVE_INFINITY || (state.dataUpdatedAt < beforeMs && state.fetchStatus === 'idle');
    },
  });
}

function sidOf(data: string): string | null {
  try {
    const { sid } = JSON.parse(data) as { sid?: unknown };
    return typeof sid === 'string' ? sid : null;
  } catch {
    return null;
  }
}

/** One connection, until it ends; `alive` is called with whatever arrives. Without a plant it tells of changed rights. */
export async function listen(
  sid: string | null,
  signal: AbortSignal,
  alive: () => void,
  onData: (data: string) => void,
): Promise<void> {
  const answer = await fetch(`${brand.apiBase}/live${sid === null ? '' : `?sid=${encodeURIComponent(sid)}`}`, {
    headers: { accept: 'text/event-stream', authorization: session().token },
    cache: 'no-store',
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
export function useLiveNudges(sid: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const closed = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = FIRST_WAIT_MS;
    let wasCut = false;
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
        if (wasCut) void takeNudge(client, sid);
        else if (begunMs !== null) void takeNudge(client, sid, begunMs - AHEAD_MS);
        begunMs = null;
        wasCut = false;
      };
      try {
        await listen(sid, AbortSignal.any([closed.signal, cut.signal]), alive, (data) => {
          const nudged = sidOf(data);
          if (nudged) void takeNudge(client, nudged);
        });
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
  }, [client, sid]);
}
