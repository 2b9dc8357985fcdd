// Transactions of calls: as the role that row policies watch, with a time limit for every statement.
import type { Context, ManualReadContext, Session } from '../context.ts';
import type { Transaction, TransactionMode } from '../platform/database/connect.ts';
import { AS_CALL, setRlsUser } from '../platform/database/rlsSettings.ts';
import { SET_TIMEOUTS } from '../platform/limits/callLimits.ts';

/**
 * Runs `work` in a transaction that sees what the session may see; with null as the process itself. Transactions wait for their
 * turn among those of other companies and users, so one must not contain another.
 */
export async function inTransaction<T>(
  { sql, reads, changes }: Pick<Context, 'sql' | 'reads' | 'changes'>,
  session: Session | null,
  mode: TransactionMode,
  work: (sql: Transaction) => Promise<T>,
): Promise<T> {
  if (!session) return await sql.begin(mode, work);
  const queue = mode === 'read only' ? reads : changes;
  const end = await queue.acquire({ group: session.companyId, user: session.userId });
  try {
    return await sql.begin(
      mode,
      async (tx) => {
        setRlsUser(tx, session, SET_TIMEOUTS);
        return await work(tx);
      },
      AS_CALL,
    );
  } finally {
    end();
  }
}

/** A call with transactions of its own, between which its session may lose its rights. */
export interface ManualCall {
  context: Context;
  /** Returns the session as it is now. Throws the refusal when it has ended or lost the call since. */
  recheckAccess(): Promise<Session | null>;
}

export function manualReads({ context, recheckAccess }: ManualCall): Pick<ManualReadContext, 'read'> {
  return { read: async (work) => await inTransaction(context, await recheckAccess(), 'read only', work) };
}
