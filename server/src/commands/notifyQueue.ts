// Notifies all servers that commands of a gateway have changed: the one that holds its connection sends them.
import type { Sql, Transaction } from '../platform/database/connect.ts';

export const COMMANDS_CHANNEL = 'heliograph_commands';

/** Call it in the transaction that enqueues. */
export async function notifyQueue(sql: Sql | Transaction, { sid, sn }: { sid: string; sn: string }): Promise<void> {
  await sql`select pg_notify(${COMMANDS_CHANNEL}, ${`${sid} ${sn}`})`;
}
