// Whose a serial number is, asked when a device connects and again when something of it has changed: many at once in one statement.
import { createHash, timingSafeEqual } from 'node:crypto';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';

export interface NumberState {
  /** Null: of no plant. */
  sid: string | null;
  restricted: boolean;
  /** Where devices of its plant may speak from; none: from anywhere. */
  allowed: readonly string[];
  /** Its plant's; null: it has none. */
  timeZone: string | null;
  /** SHA-256 of its password; null: it has none. */
  credential: Buffer | null;
  /** What it said of itself when it was last here, by number: what kind of device each row is of. */
  kind: string;
  children: { sn: string; kind: string; firmware: string; spelled?: string }[];
  refused: Record<string, { count: number; sn: string; at: string }>;
  ignoredValues: number;
}

export interface Numbers {
  /** Undefined: nobody has heard of it. */
  find(sn: string): Promise<NumberState | undefined>;
}

const GATHER_MS = 2;
const AT_ONCE = 1_000;

/** A thousand that come back at once are a few statements. */
export function openNumbers(sql: Sql): Numbers {
  let waiting = new Map<string, ((found: Promise<Map<string, NumberState>>) => void)[]>();
  const ask = (): void => {
    const asked = [...waiting];
    waiting = new Map();
    for (let from = 0; from < asked.length; from += AT_ONCE) {
      const batch = asked.slice(from, from + AT_ONCE);
      const found = read(
        sql,
        batch.map(([sn]) => sn),
      );
      for (const [, told] of batch) for (const tell of told) tell(found);
    }
  };
  return {
    async find(sn) {
      const found = await new Promise<Map<string, NumberState>>((resolve, reject) => {
        const told = waiting.get(sn) ?? [];
        told.push((answer) => answer.then(resolve, reject));
        if (waiting.size === 0) setTimeout(ask, GATHER_MS);
        waiting.set(sn, told);
      });
      return found.get(sn);
    },
  };
}

async function read(sql: Sql, sns: readonly string[]): Promise<Map<string, NumberState>> {
  const rows = await sql<(Omit<NumberState, 'allowed' | 'timeZone'> & { sn: string })[]>`
    select n.sn, n.sid, n.restricted_at is not null as restricted, n.credential, coalesce(g.kind, '') as kind,
      coalesce(g.children, '[]') as children, coalesce(g.refused, '{}') as refused, coalesce(g.ignored_values, 0)::float8 as ignored_values
    from serial_numbers n left join gateways g on g.sn = n.sn
    where n.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  const sites = await sitesOf(sql, [...new Set(rows.flatMap(({ sid }) => sid ?? []))]);
  return new Map(rows.map(({ sn, ...state }) => [sn, { ...state, ...(sites.get(state.sid ?? '') ?? NO_SITE) }]));
}

type SiteState = Pick<NumberState, 'allowed' | 'timeZone'>;
const NO_SITE: SiteState = { allowed: [], timeZone: null };

async function sitesOf(sql: Sql, sids: readonly string[]): Promise<Map<string, SiteState>> {
  if (sids.length === 0) return new Map();
  const rows = await sql<(SiteState & { sid: string })[]>`
    select sid, allowed_sources as allowed, timezone as time_zone from sites where sid in (select unnest(${textArray(sids)}::text::text[]))`;
  return new Map(rows.map(({ sid, ...site }) => [sid, site]));
}

export function isPassword(credential: Buffer | null, password: Buffer | null): boolean {
  if (!credential || !password) return false;
  // Of 144 random bits: no list of passwords leads there, so one round is enough.
  return timingSafeEqual(createHash('sha256').update(password).digest(), credential);
}
