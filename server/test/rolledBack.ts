// Executes statements as the role of calls in a transaction that is rolled back, and counts the affected rows.
import { expect } from 'vitest';
import type { Session } from '../src/context.ts';
import type { Sql, Transaction } from '../src/platform/database/connect.ts';
import { AS_CALL, setRlsUser } from '../src/platform/database/rlsSettings.ts';
import { isCluster } from './cluster.ts';

/** Null: a call that did not set its user. */
export async function inCall<T>(sql: Sql, session: Session | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const undo = new Error('undo');
  let done: { value: T } | undefined;
  await sql
    .begin(
      '',
      async (tx) => {
        if (session) setRlsUser(tx, session);
        done = { value: await work(tx) };
        throw undo;
      },
      AS_CALL,
    )
    .catch((error) => {
      if (error !== undo) throw error;
    });
  return done!.value;
}

/** A cluster refuses statements that it cannot distribute under row policies. */
const REFUSED = isCluster ? ['42501', '0A000'] : ['42501'];

/** Returns the number of affected rows, or the count of a select; 0 if refused. */
export async function reached(tx: Transaction, text: string): Promise<number> {
  try {
    return await tx.savepoint(async (part) => {
      const rows = await part.unsafe(text);
      return text.startsWith('select') ? Number(rows[0]!.count) : rows.count;
    });
  } catch (error) {
    expect(REFUSED, text).toContain((error as { code: string }).code);
    return 0;
  }
}
