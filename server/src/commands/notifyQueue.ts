// Tells all servers that a gateway has something to do: whoever holds its connection does it.
import type { Sql, Transaction } from '../platform/database/connect.ts';

export const COMMANDS_CHANNEL = 'heliograph_commands';

/** In the transaction that queues. */
export async function notifyQueue(sql: Sql | Transaction, { sid, sn }: { sid: string; sn: string }): Promise<void> {
  await sql`select pg_notify(${COMMANDS_CHANNEL}, ${`${sid} ${sn}`})`;
}
