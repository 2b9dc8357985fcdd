// The connection state of gateways and the counts of their rejected rows, gathered and written a few times a second.
import type { Context } from '../../context.ts';
import { instantArray, plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { mqttMessages } from '../../platform/metrics.ts';
import type { RowRefusal } from './messages.ts';

/** State of one connection. Callers that change it call `markChanged`. */
export interface GatewayState {
  readonly sn: string;
  readonly sid: string | null;
  /** Unique among all connections of all servers. */
  readonly connectionId: string;
  readonly address: string;
  isOnline: boolean;
  onlineChangedAt: Date;
  refused: Record<string, { count: number; sn: string; at: string }>;
  ignoredValues: number;
  /** The gateway has a row to be written: it belongs to a plant or has announced itself. */
  hasGatewayRow: boolean;
}

export interface Presence {
  markChanged(state: GatewayState): void;
  setOnline(state: GatewayState, isOnline: boolean): void;
  /** Counts a message that cannot be parsed. */
  countMalformed(state: GatewayState): void;
  /** Records that this server is running; returns those of its devices that have since connected to another server. */
  heartbeat(own: readonly GatewayState[]): Promise<string[]>;
  close(): Promise<void>;
}

const GATHER_MS = 250;
/** A server without a heartbeat for so long has died, and its connections with it. */
const DEAD_AFTER_S = 120;

export function createPresence({ sql, clock, log }: Pick<Context, 'sql' | 'clock' | 'log'>, server: string): Presence {
  let changed = new Set<GatewayState>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    timer = undefined;
    if (changed.size === 0) return;
    // Of several connections of a gateway, the last one counts.
    const states = [...new Map([...changed].map((state) => [state.sn, state])).values()];
    changed = new Set();
    await upsertGateways(sql, server, states);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    writing = writing.then(write).catch((error) => {
      log.error({ err: error }, 'the state of gateways could not be written');
    });
    return writing;
  }

  function markChanged(state: GatewayState): void {
    changed.add(state);
    timer ??= setTimeout(flush, GATHER_MS);
  }

  return {
    markChanged,
    setOnline(state, isOnline) {
      if (state.isOnline === isOnline) return;
      state.isOnline = isOnline;
      state.onlineChangedAt = clock.now();
      if (state.hasGatewayRow) markChanged(state);
    },
    countMalformed(state) {
      mqttMessages.inc({ what: 'malformed' });
      countRefused(state, '', 'malformed', clock.now());
      if (state.hasGatewayRow) markChanged(state);
    },
    async heartbeat(own) {
      const at = clock.now();
      await sql`
        insert into mqtt_servers (id, seen_at) values (${server}, ${at}) on conflict (id) do update set seen_at = excluded.seen_at`;
      const before = new Date(at.getTime() - DEAD_AFTER_S * 1000);
      const dead = await sql<{ id: string }[]>`delete from mqtt_servers where seen_at < ${before} returning id`;
      if (dead.length > 0) {
        const servers = dead.map(({ id }) => id);
        await markOffline(sql, servers, at);
      }
      return own.length === 0 ? [] : await findConnectedElsewhere(sql, server, own);
    },
    async close() {
      await flush();
      await markOffline(sql, [server], clock.now()).catch(() => {});
      await sql`delete from mqtt_servers where id = ${server}`.catch(() => {});
    },
  };
}

async function upsertGateways(sql: Sql, server: string, states: readonly GatewayState[]): Promise<void> {
  const rows = states.toSorted((left, right) => (left.sn < right.sn ? -1 : 1));
  await sql`
    insert into gateways as g (sn, sid, online, session, server, online_changed_at, address, refused, ignored_values)
    select g.sn, g.sid, g.online, g.session, ${server}, g.at, g.address, g.refused::jsonb, g.ignored_values from (
      select unnest(${textArray(rows.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(rows.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${plainArray(rows.map(({ isOnline }) => isOnline))}::text::boolean[]) as online,
        unnest(${textArray(rows.map(({ connectionId }) => connectionId))}::text::text[]) as session,
        unnest(${instantArray(rows.map(({ onlineChangedAt }) => onlineChangedAt.getTime()))}::text::timestamptz[]) as at,
        unnest(${textArray(rows.map(({ address }) => address))}::text::text[]) as address,
        unnest(${textArray(rows.map(({ refused }) => JSON.stringify(refused)))}::text::text[]) as refused,
        unnest(${plainArray(rows.map(({ ignoredValues }) => ignoredValues))}::text::float8[])::bigint as ignored_values
    ) g
    on conflict (sn) do update set online = excluded.online, session = excluded.session, server = excluded.server,
      online_changed_at = excluded.online_changed_at, address = excluded.address, refused = excluded.refused,
      ignored_values = excluded.ignored_values
    -- the end of an earlier connection does not overwrite a later one
    where g.session = excluded.session or (excluded.online and g.online_changed_at is null) or
      (excluded.online and g.online_changed_at <= excluded.online_changed_at)`;
}

async function findConnectedElsewhere(sql: Sql, server: string, own: readonly GatewayState[]): Promise<string[]> {
  const rows = await sql<{ sn: string }[]>`
    select g.sn from gateways g join (
      select unnest(${textArray(own.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(own.map(({ connectionId }) => connectionId))}::text::text[]) as session
    ) m on m.sn = g.sn where g.online and g.session <> m.session and g.server <> ${server}`;
  return rows.map(({ sn }) => sn);
}

async function markOffline(sql: Sql, servers: readonly string[], at: Date): Promise<void> {
  await sql`
    update gateways set online = false, online_changed_at = ${at}
    where online and server in (select unnest(${textArray(servers)}::text::text[]))`;
}

/** Counts rejected rows or children; `sn`: the last of them, '' if unknown. */
export function countRefused(state: GatewayState, sn: string, reason: RowRefusal, at: Date, times = 1): void {
  const before = state.refused[reason]?.count ?? 0;
  state.refused[reason] = { count: before + times, sn, at: at.toISOString() };
}
