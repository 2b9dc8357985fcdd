// Order of writes in transactions that change plants and also tables replicated to every node of a cluster: people, companies, products.
import type { Transaction } from './connect.ts';

/**
 * Makes a cluster write its shards one after the other. Call it before the first of them is read or written: otherwise
 * shards are written in parallel, over connections that do not see rows that a key between the two kinds of tables needs.
 * Has no effect on a single PostgreSQL.
 */
export async function writeInTurn(sql: Transaction): Promise<void> {
  await sql.unsafe("set local citus.multi_shard_modify_mode = 'sequential'");
}
