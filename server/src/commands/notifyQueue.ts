// Notifies all servers that commands of a gateway have changed, so that the one holding its connection sends them.
import type { Sql, Transaction } from '../platform/database/connect.ts';

export const COMMANDS_CHANNEL = 'heliograph_commands';

/** Notifies on commit; called in the transaction that enqueues. */
export async function notifyQueue(sql: Sql | Transaction, { sid, sn }: { sid: string; sn: string }): Promise<void> {
  await sql`select pg_notify(${COMMANDS_CHANNEL}, ${`${sid} ${sn}`})`;
}
