// Looks up serial numbers when devices connect or may have changed, many in one statement.
import { createHash, timingSafeEqual } from 'node:crypto';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';

export interface SerialState {
  /** Null: unclaimed. */
  sid: string | null;
  restricted: boolean;
  /** Networks that devices of its plant may connect from; empty: any. */
  allowed: readonly string[];
  /** The plant's; null: unclaimed. */
  timeZone: string | null;
  /** SHA-256 of the password; null: none issued. */
  credential: Buffer | null;
  /** Last announced kind, '' for none, and children by serial number. */
  kind: string;
  children: { sn: string; kind: string; firmware: string; spelled?: string }[];
  refused: Record<string, { count: number; sn: string; at: string }>;
  ignoredValues: number;
}

export interface SerialLookup {
  /** Undefined: the serial number is not stored. */
  find(sn: string): Promise<SerialState | undefined>;
}

const GATHER_MS = 2;
const BATCH_SIZE = 1_000;

/** Gathers look-ups, so that a thousand devices that reconnect at once take a few statements. */
export function createSerialLookup(sql: Sql): SerialLookup {
  type Resolve = (states: Promise<Map<string, SerialState>>) => void;
  let waiting = new Map<string, Resolve[]>();

  function flush(): void {
    const entries = [...waiting];
    waiting = new Map();
    for (let from = 0; from < entries.length; from += BATCH_SIZE) {
      const batch = entries.slice(from, from + BATCH_SIZE);
      const sns = batch.map(([sn]) => sn);
      const states = readSerials(sql, sns);
      for (const [, resolvers] of batch) for (const resolve of resolvers) resolve(states);
    }
  }

  return {
    async find(sn) {
      const states = await new Promise<Map<string, SerialState>>((resolve, reject) => {
        const resolvers = waiting.get(sn) ?? [];
        resolvers.push((result) => result.then(resolve, reject));
        if (waiting.size === 0) setTimeout(flush, GATHER_MS);
        waiting.set(sn, resolvers);
      });
      return states.get(sn);
    },
  };
}

async function readSerials(sql: Sql, sns: readonly string[]): Promise<Map<string, SerialState>> {
  const rows = await sql<(Omit<SerialState, 'allowed' | 'timeZone'> & { sn: string })[]>`
    select n.sn, n.sid, n.restricted_at is not null as restricted, n.credential, coalesce(g.kind, '') as kind,
      coalesce(g.children, '[]') as children, coalesce(g.refused, '{}') as refused, coalesce(g.ignored_values, 0)::float8 as ignored_values
    from serial_numbers n left join gateways g on g.sn = n.sn
    where n.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  const sites = await readSites(sql, [...new Set(rows.flatMap(({ sid }) => sid ?? []))]);
  return new Map(rows.map(({ sn, ...state }) => [sn, { ...state, ...(sites.get(state.sid ?? '') ?? NO_SITE) }]));
}

type SiteState = Pick<SerialState, 'allowed' | 'timeZone'>;
const NO_SITE: SiteState = { allowed: [], timeZone: null };

async function readSites(sql: Sql, sids: readonly string[]): Promise<Map<string, SiteState>> {
  if (sids.length === 0) return new Map();
  const rows = await sql<(SiteState & { sid: string })[]>`
    select sid, allowed_sources as allowed, timezone as time_zone from sites where sid in (select unnest(${textArray(sids)}::text::text[]))`;
  return new Map(rows.map(({ sid, ...site }) => [sid, site]));
}

export function passwordMatches(credential: Buffer | null, password: Buffer | null): boolean {
  if (!credential || !password) return false;
  // Passwords have 144 random bits, so one round of SHA-256 is enough.
  return timingSafeEqual(createHash('sha256').update(password).digest(), credential);
}
