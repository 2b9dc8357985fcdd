// Limits the duration of a call's statements and lock waits, and the concurrent changes of one user; the slots are in the database, so that all servers share them.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Transaction } from '../database/connect.ts';

/** Less than the 20 s that the web client waits. */
const STATEMENT_MS = 15_000;
const LOCK_MS = 8_000;
/** Class of the advisory locks, the same for all servers: "chng" in ASCII. */
const CHANGES_KEY = 0x63_68_6e_67;
const MAX_CHANGES = 4;

/** First statements of a call's transaction. */
export const SET_TIMEOUTS = `set local statement_timeout = ${STATEMENT_MS}; set local lock_timeout = ${LOCK_MS}`;

/**
 * Acquires one of the user's slots until the end of the transaction, whether it commits or not: the locks belong to it.
 * Refuses when none is free. Calls with their own transactions hold slots by rows, and one that has just been committed
 * may not be visible yet: then a fifth change gets in for a moment.
 */
export async function acquireChangeSlot(sql: Transaction, userId: number, at: Date): Promise<number> {
  const first = (userId * MAX_CHANGES) | 0;
  const isFree = (n: number) =>
    sql`not ${n}::smallint = any (held) and pg_try_advisory_xact_lock(${CHANGES_KEY}::int, ${(first + n) | 0}::int)`;
  // `case` stops at the first free one.
  const [row] = await sql<{ place: number | null }[]>`
    select case when ${isFree(0)} then 0 when ${isFree(1)} then 1 when ${isFree(2)} then 2 when ${isFree(3)} then 3 end as place
    from (select array(select place from change_places where user_id = ${userId} and held_until > ${at}) as held) h`;
  if (row?.place == null) throw new ApiError('tooManyChanges');
  return row.place;
}

export interface Holder {
  userId: number;
  holder: string;
  at: Date;
  until: Date;
}

/** Acquires one of the user's slots for a call that continues after this transaction, until it is released or expires. */
export async function acquireLeasedChangeSlot(sql: Transaction, { userId, holder, at, until }: Holder): Promise<void> {
  for (let tries = 1; tries <= MAX_CHANGES; tries++) {
    const slot = await acquireChangeSlot(sql, userId, at);
    const [acquired] = await sql`
      insert into change_places as p (user_id, place, holder, held_until) values (${userId}, ${slot}, ${holder}, ${until})
      on conflict (user_id, place) do update set holder = excluded.holder, held_until = excluded.held_until
        where p.held_until <= ${at}
      returning place`;
    if (acquired) return;
    // Its holder committed between the query and the lock: the next query sees that and finds another slot.
  }
  throw new ApiError('tooManyChanges');
}

export async function releaseChangeSlot(sql: Transaction, { userId, holder }: Pick<Holder, 'userId' | 'holder'>) {
  await sql`delete from change_places where user_id = ${userId} and holder = ${holder}`;
}

/** Whether a statement or a wait for a lock ran out of time. */
export function isTimeout(error: unknown): boolean {
  return ['57014', '55P03'].includes(String((error as { code?: unknown }).code));
}

/** Whether a foreign key was violated: a row that was read before was deleted, or one to delete got a reference. */
export function isForeignKeyViolation(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23503';
}
