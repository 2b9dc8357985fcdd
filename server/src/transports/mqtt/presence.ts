// Which devices have a connection open, and what of their reports was not taken: gathered, and written a few times a second.
import type { Context } from '../../context.ts';
import { instantArray, plainArray, textArray } from '../../platform/database/arrays.ts';
import type { RowRefusal } from './messages.ts';

/** Of one connection. Whoever has it changes it and says so. */
export interface Present {
  readonly sn: string;
  readonly sid: string | null;
  /** Of this connection, and no other's anywhere. */
  readonly session: string;
  readonly address: string;
  online: boolean;
  changedAt: Date;
  refused: Record<string, { count: number; sn: string; at: string }>;
  ignoredValues: number;
}

export interface Presence {
  changed(present: Present): void;
  /** Says that this server is there; gives those of its devices that have a connection elsewhere by now. */
  beat(mine: readonly Present[]): Promise<string[]>;
  close(): Promise<void>;
}

const GATHER_MS = 250;
/** A server that has said nothing for so long has died, and its connections with it. */
const DEAD_AFTER_S = 120;

export function openPresence({ sql, clock, log }: Pick<Context, 'sql' | 'clock' | 'log'>, server: string): Presence {
  let waiting = new Set<Present>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    timer = undefined;
    if (waiting.size === 0) return;
    // The last connection of a number is the one that counts.
    const rows = [...new Map([...waiting].map((present) => [present.sn, present])).values()];
    waiting = new Set();
    rows.sort((left, right) => (left.sn < right.sn ? -1 : 1));
    await sql`
      insert into gateways as g (sn, sid, online, session, server, online_changed_at, address, refused, ignored_values)
      select g.sn, g.sid, g.online, g.session, ${server}, g.at, g.address, g.refused::jsonb, g.ignored_values from (
        select unnest(${textArray(rows.map(({ sn }) => sn))}::text::text[]) as sn,
          unnest(${textArray(rows.map(({ sid }) => sid))}::text::text[]) as sid,
          unnest(${plainArray(rows.map(({ online }) => online))}::text::boolean[]) as online,
          unnest(${textArray(rows.map(({ session }) => session))}::text::text[]) as session,
          unnest(${instantArray(rows.map(({ changedAt }) => changedAt.getTime()))}::text::timestamptz[]) as at,
          unnest(${textArray(rows.map(({ address }) => address))}::text::text[]) as address,
          unnest(${textArray(rows.map(({ refused }) => JSON.stringify(refused)))}::text::text[]) as refused,
          unnest(${plainArray(rows.map(({ ignoredValues }) => ignoredValues))}::text::float8[])::bigint as ignored_values
      ) g
      on conflict (sn) do update set online = excluded.online, session = excluded.session, server = excluded.server,
        online_changed_at = excluded.online_changed_at, address = excluded.address, refused = excluded.refused,
        ignored_values = excluded.ignored_values
      -- what an earlier connection leaves behind says nothing of the later one
      where g.session = excluded.session or (excluded.online and g.online_changed_at is null) or
        (excluded.online and g.online_changed_at <= excluded.online_changed_at)`;
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    writing = writing.then(write).catch((error) => {
      log.error({ err: error }, 'what is known of connections could not be written');
    });
    return writing;
  };

  return {
    changed(present) {
      waiting.add(present);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    async beat(mine) {
      const at = clock.now();
      await sql`
        insert into mqtt_servers (id, seen_at) values (${server}, ${at}) on conflict (id) do update set seen_at = excluded.seen_at`;
      const before = new Date(at.getTime() - DEAD_AFTER_S * 1000);
      const dead = await sql<{ id: string }[]>`delete from mqtt_servers where seen_at < ${before} returning id`;
      if (dead.length > 0)
        await forget(
          dead.map(({ id }) => id),
          at,
        );
      if (mine.length === 0) return [];
      const rows = await sql<{ sn: string }[]>`
        select g.sn from gateways g join (
          select unnest(${textArray(mine.map(({ sn }) => sn))}::text::text[]) as sn,
            unnest(${textArray(mine.map(({ session }) => session))}::text::text[]) as session
        ) m on m.sn = g.sn where g.online and g.session <> m.session and g.server <> ${server}`;
      return rows.map(({ sn }) => sn);
    },
    async close() {
      await flush();
      await forget([server], clock.now()).catch(() => {});
      await sql`delete from mqtt_servers where id = ${server}`.catch(() => {});
    },
  };

  async function forget(servers: readonly string[], at: Date): Promise<void> {
    await sql`
      update gateways set online = false, online_changed_at = ${at}
      where online and server in (select unnest(${textArray(servers)}::text::text[]))`;
  }
}

export function countRefused(present: Present, sn: string, reason: RowRefusal, at: Date, times = 1): void {
  const before = present.refused[reason]?.count ?? 0;
  present.refused[reason] = { count: before + times, sn, at: at.toISOString() };
}
