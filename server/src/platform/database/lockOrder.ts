// For transactions that write plants and also what lies on every node of a cluster: people, companies, products.
import type { Transaction } from './connect.ts';

/**
 * Call it before the first of them is read or written. A cluster otherwise writes its shards at the same time, by
 * connections that do not see what a key between the two kinds of tables needs; on one PostgreSQL it means nothing.
 */
export async function writeInTurn(sql: Transaction): Promise<void> {
  await sql.unsafe("set local citus.multi_shard_modify_mode = 'sequential'");
}
