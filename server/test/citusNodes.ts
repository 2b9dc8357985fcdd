// Joins databases of one name on several PostgreSQLs to one cluster, as an administrator does before `npm run distribute`.
import { connect } from '../src/platform/database/connect.ts';

/** `addresses`: database URLs of the superusers, the coordinator's first. */
export async function joinNodes(addresses: readonly string[]): Promise<void> {
  const [coordinator, ...workers] = addresses as [string, ...string[]];
  for (const address of [coordinator, ...workers]) {
    const sql = connect(address, { max: 1 });
    await sql.unsafe('create extension citus');
    await sql.end();
  }
  const sql = connect(coordinator, { max: 1 });
  const { hostname, port } = new URL(coordinator);
  await sql`select citus_set_coordinator_host(${hostname}, ${Number(port)})`;
  for (const worker of workers) {
    const { hostname, port } = new URL(worker);
    await sql`select citus_add_node(${hostname}, ${Number(port)})`;
  }
  await sql.end();
}
