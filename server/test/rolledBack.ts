// Statements as the role of calls, in a transaction that leaves nothing behind, and how many rows they reached.
import { expect } from 'vitest';
import type { Session } from '../src/context.ts';
import type { Sql, Transaction } from '../src/platform/database/connect.ts';
import { AS_CALL, setRlsUser } from '../src/platform/database/rlsSettings.ts';
import { isCluster } from './cluster.ts';

/** `null`: a call that forgot to say who asks. */
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

/** A cluster does not even begin what it cannot send to other nodes under row policies. */
const REFUSED = isCluster ? ['42501', '0A000'] : ['42501'];

/** How many rows a statement reached, of a select what it counted; refused is none. */
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
