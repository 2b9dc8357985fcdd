// Detects two devices with the same serial number and password, which take over each other's connection, and raises an event of their plant.
import type { Context } from '../../context.ts';
import type { Sql } from '../../platform/database/connect.ts';

/** So many takeovers of a live connection within this time: a single device does not cause them. */
const MIN_TAKEOVERS = 3;
const WITHIN_MS = 15 * 60_000;
/** How often a continuing event is updated. */
const UPDATE_MS = 5 * 60_000;
/** Time without another takeover after which the event closes. */
const CLOSE_AFTER_MS = 30 * 60_000;

export interface Gateway {
  sid: string;
  sn: string;
}

export interface DuplicateDetector {
  /** Records that a connection that had published and was still live was taken over by another one. */
  recordTakeover(gateway: Gateway, nowMs: number): void;
  /** Resolves when all events are written. */
  settled(): Promise<void>;
}

export function createDuplicateDetector({ sql, log }: Pick<Context, 'sql' | 'log'>): DuplicateDetector {
  /** By serial number, the most recent last. */
  const takeovers = new Map<string, { times: number[]; writtenMs: number }>();
  let writing: Promise<unknown> = Promise.resolve();

  function dropExpired(nowMs: number): void {
    for (const [sn, { times }] of takeovers) {
      const lastMs = times.at(-1) ?? Number.NEGATIVE_INFINITY;
      if (nowMs - lastMs <= WITHIN_MS) break;
      takeovers.delete(sn);
    }
  }

  return {
    recordTakeover({ sid, sn }, nowMs) {
      dropExpired(nowMs);
      const { times, writtenMs } = takeovers.get(sn) ?? { times: [], writtenMs: Number.NEGATIVE_INFINITY };
      const recent = [...times.filter((at) => nowMs - at <= WITHIN_MS), nowMs].slice(-MIN_TAKEOVERS);
      const [sinceMs = nowMs] = recent;
      const isDue = recent.length === MIN_TAKEOVERS && nowMs - writtenMs >= UPDATE_MS;
      // Deleted first, so that it becomes the last entry.
      takeovers.delete(sn);
      takeovers.set(sn, { times: recent, writtenMs: isDue ? nowMs : writtenMs });
      if (!isDue) return;
      writing = writing
        .then(() => writeEvent(sql, { sid, sn }, sinceMs, nowMs))
        .catch((error) =>
          log.error({ err: error }, 'the event of two devices with one serial number could not be written'),
        );
    },
    settled: async () => {
      await writing;
    },
  };
}

/** Opens the event, or updates `last`, the time of the latest takeover in seconds, while it is open. */
async function writeEvent(sql: Sql, { sid, sn }: Gateway, sinceMs: number, nowMs: number): Promise<void> {
  const detail = JSON.stringify({ last: String(nowMs / 1000) });
  const { count } = await sql`
    update events set detail = ${detail}::text::jsonb
    where sid = ${sid} and sn = ${sn} and code = 'twoAsOne' and closed_at is null`;
  if (count > 0) return;
  await sql`
    insert into events (sid, sn, code, opened_at, detail)
    select s.sid, ${sn}, 'twoAsOne', ${new Date(sinceMs)}, ${detail}::text::jsonb from sites s where s.sid = ${sid}
    on conflict do nothing`;
}

/** Closes the events without a recent takeover, at the time of their last one; returns how many. */
export async function closeResolvedDuplicates({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<number> {
  const before = (clock.now().getTime() - CLOSE_AFTER_MS) / 1000;
  const { count } = await sql`
    update events set closed_at = to_timestamp((detail ->> 'last')::float8)
    where closed_at is null and code = 'twoAsOne' and (detail ->> 'last')::float8 < ${before}`;
  return count;
}
