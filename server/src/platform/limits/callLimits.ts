// What one call may take of the database: so long for a statement and a lock, and for one user so many changes at once.
import { Refusal } from '@heliograph/contract/errors.ts';
import type { Transaction } from '../database/connect.ts';

/** The web client waits 20 s. */
const STATEMENT_MS = 15_000;
const LOCK_MS = 8_000;
/** Any number, the same for all servers: "chng" in ASCII. */
const CHANGES_KEY = 0x63_68_6e_67;
const CHANGES_AT_ONCE = 4;

/** What a call's transaction begins with. */
export const TIME_LIMITS = `set local statement_timeout = ${STATEMENT_MS}; set local lock_timeout = ${LOCK_MS}`;

/**
 * Takes one of the user's places until the end of the transaction, whatever becomes of it, over all servers: the locks
 * belong to the transaction. Refuses when there is none. Calls with their own transactions hold places by rows, which
 * one that has just been committed may not show yet: then a fifth gets in, for a moment.
 */
export async function takeChange(sql: Transaction, userId: number, at: Date): Promise<number> {
  const first = (userId * CHANGES_AT_ONCE) | 0;
  const isFree = (n: number) =>
    sql`not ${n}::smallint = any (held) and pg_try_advisory_xact_lock(${CHANGES_KEY}::int, ${(first + n) | 0}::int)`;
  // `case` stops at the first that is free.
  const [row] = await sql<{ place: number | null }[]>`
    select case when ${isFree(0)} then 0 when ${isFree(1)} then 1 when ${isFree(2)} then 2 when ${isFree(3)} then 3 end as place
    from (select array(select place from change_places where user_id = ${userId} and held_until > ${at}) as held) h`;
  if (row?.place == null) throw new Refusal('tooManyChanges');
  return row.place;
}

export interface Holder {
  userId: number;
  holder: string;
  at: Date;
  until: Date;
}

/** Takes one of the user's places for a call that goes on without a transaction, until it gives it back or the time is over. */
export async function takePlace(sql: Transaction, { userId, holder, at, until }: Holder): Promise<void> {
  for (let tries = 1; tries <= CHANGES_AT_ONCE; tries++) {
    const place = await takeChange(sql, userId, at);
    const [mine] = await sql`
      insert into change_places as p (user_id, place, holder, held_until) values (${userId}, ${place}, ${holder}, ${until})
      on conflict (user_id, place) do update set holder = excluded.holder, held_until = excluded.held_until
        where p.held_until <= ${at}
      returning place`;
    if (mine) return;
    // Its holder committed between the look and the lock: the next look sees that, and finds another one.
  }
  throw new Refusal('tooManyChanges');
}

export async function leavePlace(sql: Transaction, { userId, holder }: Pick<Holder, 'userId' | 'holder'>) {
  await sql`delete from change_places where user_id = ${userId} and holder = ${holder}`;
}

/** Kept from its work by others: a statement or a wait for a lock ran out of time. */
export function isOutOfTime(error: unknown): boolean {
  return ['57014', '55P03'].includes(String((error as { code?: unknown }).code));
}

/** What it had looked up was deleted, or what it deletes was given to something, before it wrote: a key between tables says so. */
export function isGoneMeanwhile(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23503';
}
