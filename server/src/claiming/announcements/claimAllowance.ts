// Decides, before anything is locked, whether the new numbers of an announcement may join the plant: announced numbers count like entered ones.
import type { Context } from '../../context.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import { countAnnounced } from '../../platform/limits/rateLimits.ts';
import { joinsAtOnce } from '../rules/claimable.ts';
import { readNumbers } from './announcedNumbers.ts';

/** Maximum number of devices of a plant, with those that wait for it; further ones are refused as `full`. */
export const MAX_DEVICES = 1_000;

export interface AnnouncingPlant {
  seenBy: number[];
  timeZone: string;
  /** New numbers that fit. */
  capacity: number;
}

/** `none`: all new numbers wait. `each`: those that can join do. `together`: all join if all of them can, else all wait. */
export type Allowance = 'none' | 'each' | 'together';

/** Returns the plant; undefined: it no longer exists. */
export async function readPlant(sql: Sql | Transaction, sid: string): Promise<AnnouncingPlant | undefined> {
  const [site] = await sql<AnnouncingPlant[]>`
    select s.seen_by, s.timezone as time_zone, ${MAX_DEVICES}
      - (select count(*)::int from devices d where d.sid = s.sid and d.removed_at is null)
      - (select count(*)::int from claim_requests r where r.sid = s.sid) as capacity
    from sites s where s.sid = ${sid}`;
  return site;
}

/** Returns the numbers that are neither in the plant nor requested before, in the given order, as far as the plant has room. */
export async function newNumbers(
  sql: Sql | Transaction,
  { sid, capacity }: { sid: string; capacity: number },
  sns: readonly string[],
): Promise<string[]> {
  const known = await sql<{ sn: string }[]>`
    select sn from devices where sid = ${sid} and removed_at is null and sn in (select unnest(${textArray(sns)}::text::text[]))
    union all select sn from claim_requests where sid = ${sid} and sn in (select unnest(${textArray(sns)}::text::text[]))`;
  const isKnown = new Set(known.map(({ sn }) => sn));
  return sns.filter((sn) => !isKnown.has(sn)).slice(0, Math.max(0, capacity));
}

/** Counts the announcement against the limits of its account, company and source, and returns what may join. */
export async function claimAllowance(
  context: Pick<Context, 'sql' | 'counting' | 'clock'>,
  gateway: { sn: string; sid: string; source: string },
  sns: readonly string[],
): Promise<Allowance> {
  const { sql } = context;
  const plant = await readPlant(sql, gateway.sid);
  if (!plant) return 'none';
  const added = await newNumbers(sql, { ...gateway, ...plant }, sns);
  if (added.length === 0) return 'none';
  const numbers = await readNumbers(sql, gateway.sn, added);
  const failed = added.filter((sn) => {
    const number = numbers.get(sn);
    return number !== undefined && !joinsAtOnce(number, plant.seenBy);
  }).length;
  const { isConfirmed, account, companyId } = await accountOf(sql, gateway.sid);
  const isAllowed = await countAnnounced(
    context,
    { isConfirmed, account, companyId, source: gateway.source },
    { numbers: added.length, failed },
  );
  if (!isAllowed) return 'none';
  return isConfirmed ? 'each' : 'together';
}

interface Account {
  /** Whether a confirmed company services the plant. */
  isConfirmed: boolean;
  /** User who created the plant, else its owner or installer. */
  account: string;
  /** Null: nobody services the plant, and its company is the operator's, which all owners share. */
  companyId: number | null;
}

/**
 * A plant has a confirmed installer if a confirmed company services it: one that did not register itself, or has proved an
 * e-mail domain since. A plant that its owner created and nobody services yet has none.
 */
export async function accountOf(sql: Sql | Transaction, sid: string): Promise<Account> {
  const [site] = await sql<{ companyId: number; isServiced: boolean; account: number | null }[]>`
    select company_id, coalesce(created_by, owner_id, installer_id) as account,
      coalesce(installer_id is not null or owner_id is null or created_by <> owner_id, true) as is_serviced
    from sites where sid = ${sid}`;
  const { companyId, isServiced, account } = site!;
  const [company] = await sql<{ isConfirmed: boolean }[]>`
    select is_confirmed from company_names(${[companyId]}::int[])`;
  return {
    isConfirmed: isServiced && company!.isConfirmed,
    account: String(account ?? sid),
    companyId: isServiced ? companyId : null,
  };
}
