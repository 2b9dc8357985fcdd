// Two devices that have one number and its password: each sign-in ends the other's connection, for ever. It becomes an event of their plant.
import type { Context } from '../../context.ts';
import type { Sql } from '../../platform/database/connect.ts';

/** So many connections that were there still are ended by another within this time: no device does that to itself. */
const TIMES = 3;
const WITHIN_MS = 15 * 60_000;
/** While it goes on, the event is told so often that it does. */
const NOTE_MS = 5 * 60_000;
/** After so long without another time it is over. */
const GONE_MS = 30 * 60_000;

export interface Displaced {
  sid: string;
  sn: string;
}

export interface Twins {
  /** A connection that had spoken, and was there to answer its end, has been displaced by another one of its number. */
  displaced(device: Displaced, nowMs: number): void;
  /** Ends when all that was to be noted is. */
  settled(): Promise<void>;
}

/** One per door. */
export function openTwins({ sql, log }: Pick<Context, 'sql' | 'log'>): Twins {
  const known = new Map<string, { times: number[]; notedMs: number }>();
  let noting: Promise<unknown> = Promise.resolve();
  return {
    displaced({ sid, sn }, nowMs) {
      // What was long ago says nothing, and is not kept.
      for (const [each, { times }] of known) {
        if (nowMs - times.at(-1)! > WITHIN_MS) known.delete(each);
        else break;
      }
      const { times, notedMs } = known.get(sn) ?? { times: [], notedMs: Number.NEGATIVE_INFINITY };
      const lately = [...times.filter((at) => nowMs - at <= WITHIN_MS), nowMs].slice(-TIMES);
      const isDue = lately.length === TIMES && nowMs - notedMs >= NOTE_MS;
      // The last heard is the last in the map.
      known.delete(sn);
      known.set(sn, { times: lately, notedMs: isDue ? nowMs : notedMs });
      if (!isDue) return;
      noting = noting
        .then(() => noteTwins(sql, { sid, sn }, lately[0]!, nowMs))
        .catch((error) => log.error({ err: error }, 'two devices of one number could not be noted'));
    },
    settled: async () => {
      await noting;
    },
  };
}

/** Once, until it is closed; `last`: seconds, when it was noted last. */
async function noteTwins(sql: Sql, { sid, sn }: Displaced, sinceMs: number, nowMs: number): Promise<void> {
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

/** Closes the events of those that have stopped, at the time when they were last noted. */
export async function closeGoneTwins({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<number> {
  const before = (clock.now().getTime() - GONE_MS) / 1000;
  const { count } = await sql`
    update events set closed_at = to_timestamp((detail ->> 'last')::float8)
    where closed_at is null and code = 'twoAsOne' and (detail ->> 'last')::float8 < ${before}`;
  return count;
}
