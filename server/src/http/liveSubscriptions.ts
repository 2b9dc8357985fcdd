// Open live streams of this process, by what they are subscribed to; publishes nudges to them, at most one a second of each subject.
import type { Session } from '../context.ts';
import { rolloutOf } from '../firmware/rollouts/accessibleRollouts.ts';
import { liveStreams } from '../platform/metrics.ts';

/** A subject that changes all the time is published once in this time. */
const QUIET_MS = 1_000;
/** How long nudges are remembered for streams that open after them. */
export const REMEMBERED_MS = 30_000;

export interface Stream {
  session: Session;
  /** Ids of plants, and roll-outs by `rolloutChannel`. */
  readonly subjects: ReadonlySet<string>;
  /** Version of the session's rights that was sent last; '' before. Only of streams without subjects. */
  rightsVersion: string;
  write(text: string): void;
  end(): void;
}

export interface Subscriptions {
  readonly streams: ReadonlySet<Stream>;
  add(stream: Stream): void;
  /** False when it was removed before. */
  remove(stream: Stream): boolean;
  subscribersOf(subject: string): ReadonlySet<Stream>;
  publish(subject: string): void;
  /** Writes to a stream what was published of its subjects in the last `ageMs`. */
  replay(stream: Stream, ageMs: number): void;
}

const NONE: ReadonlySet<Stream> = new Set();

export function createSubscriptions(): Subscriptions {
  const streams = new Set<Stream>();
  const bySubject = new Map<string, Set<Stream>>();
  /** Subjects that were published within the last QUIET_MS. */
  const quiet = new Map<string, { isPending: boolean }>();
  /** When each subject was nudged last, oldest first. */
  const nudgedMs = new Map<string, number>();

  const subscribersOf = (subject: string): ReadonlySet<Stream> => bySubject.get(subject) ?? NONE;

  function remember(subject: string): void {
    const nowMs = performance.now();
    nudgedMs.delete(subject);
    nudgedMs.set(subject, nowMs);
    for (const [oldest, atMs] of nudgedMs) {
      if (nowMs - atMs <= REMEMBERED_MS) return;
      nudgedMs.delete(oldest);
    }
  }

  function write(subject: string): void {
    const subscribers = subscribersOf(subject);
    if (subscribers.size === 0) return;
    const recent = quiet.get(subject);
    if (recent) {
      recent.isPending = true;
      return;
    }
    for (const stream of subscribers) stream.write(eventOf(subject));
    const entry = { isPending: false };
    quiet.set(subject, entry);
    setTimeout(() => {
      quiet.delete(subject);
      if (entry.isPending) write(subject);
    }, QUIET_MS).unref();
  }

  return {
    streams,
    subscribersOf,
    add(stream) {
      streams.add(stream);
      for (const subject of stream.subjects) {
        const subscribers = bySubject.get(subject) ?? new Set();
        bySubject.set(subject, subscribers.add(stream));
      }
      liveStreams.set(streams.size);
    },
    remove(stream) {
      if (!streams.delete(stream)) return false;
      for (const subject of stream.subjects) {
        const subscribers = bySubject.get(subject);
        subscribers?.delete(stream);
        if (subscribers?.size === 0) bySubject.delete(subject);
      }
      liveStreams.set(streams.size);
      return true;
    },
    publish(subject) {
      remember(subject);
      write(subject);
    },
    replay(stream, ageMs) {
      const sinceMs = performance.now() - Math.min(ageMs, REMEMBERED_MS);
      for (const subject of stream.subjects) if ((nudgedMs.get(subject) ?? 0) > sinceMs) stream.write(eventOf(subject));
    },
  };
}

function eventOf(subject: string): string {
  const rollout = rolloutOf(subject);
  return `data: ${JSON.stringify(rollout === undefined ? { sid: subject } : { rollout })}\n\n`;
}
