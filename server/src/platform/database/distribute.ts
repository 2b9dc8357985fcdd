// Distributes a database over the nodes of a Citus cluster (docs/operate/scale.md): tables of a site by its id, tables that all sites share as copies on every node.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startupError.ts';
import type { Sql, Transaction } from './connect.ts';
import { startLockKey } from './migrate.ts';
import { readSettingsPerRow } from './rowPolicies.ts';

/** Tables with a copy on every node: small, rarely written, joined by all others. */
const SHARED = [
  ...['companies', 'roles', 'menus', 'role_menus', 'products', 'users', 'memberships'],
  ...['brands', 'brand_hosts', 'brand_marks'],
];
/** Tables with a site that stay on one node: registry and gateways are read by serial number, and the job queue has only a few rows. */
const LOCAL_TABLES = ['serial_numbers', 'gateways', 'site_jobs'];
/** First distributed table, with which the others are colocated. */
const ANCHOR_TABLE = 'sites';

const SETTINGS = {
  // Statements on other nodes use the settings that the transaction has made on the coordinator.
  'citus.propagate_set_commands': 'local',
  // All writes go through the coordinator: otherwise each write of a replicated table would request a lock from another
  // node, which needs a right to the whole table, and to each one that its keys refer to.
  'citus.allow_modifications_from_workers_to_replicated_tables': 'off',
};

const ON_CLUSTER = readFileSync(join(import.meta.dirname, 'onCluster.sql'), 'utf8');

interface Key {
  table: string;
  target: string;
  name: string;
  definition: string;
}

/**
 * Distributes the tables, in one transaction. Run it as their owner, on the coordinator, while no server runs. Tables that
 * are distributed already stay unchanged, so that it can be run again after a migration added new ones. Uses few shards,
 * as they determine the cost of a statement.
 */
export async function distribute(
  sql: Sql,
  { shards, print = () => {} }: { shards?: number; print?: (line: string) => void } = {},
): Promise<void> {
  const workers = await requireCluster(sql);
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${startLockKey})`;
    // Tables that refer to each other must be changed sequentially, not over several connections at once.
    await tx.unsafe(`set local citus.shard_count = ${shards ?? Math.max(2, workers)}`);
    await tx.unsafe("set local citus.multi_shard_modify_mode = 'sequential'; set local client_min_messages = 'error'");
    const done = new Set(
      (
        await tx<
          { name: string }[]
        >`select logicalrelid::text as name from pg_dist_partition where partmethod = 'h' or repmodel = 't'`
      ).map(({ name }) => name),
    );
    const shared = SHARED.filter((name) => !done.has(name));
    const withSite = await tablesWithSite(tx);
    const bySite = withSite.filter((name) => !done.has(name));
    const spread = new Set([...SHARED, ...withSite]);
    if (shared.length === 0 && bySite.length === 0) print('Every table is distributed already.');
    await readSettingsPerRow(tx);
    const keys = await dropKeys(tx, new Set([...shared, ...bySite]));
    for (const name of shared) {
      await tx`select create_reference_table(${name})`;
      print(`${name}: on every node`);
    }
    for (const name of bySite) {
      await mergePartitions(tx, name);
      await tx`select create_distributed_table(${name}::text, 'sid', colocate_with => ${name === ANCHOR_TABLE ? 'none' : ANCHOR_TABLE}::text)`;
      print(`${name}: by its site`);
    }
    for (const { table, target, name, definition } of keys) {
      // With the key Citus would distribute such a table, too, without its column grants and row policies.
      if (!spread.has(table)) print(`${table}: its key to ${target} is left out`);
      else await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await tx.unsafe(ON_CLUSTER);
  });
  await settleDatabase(sql);
}

/** Applies the settings of the database itself, which a dump and restore does not copy. */
export async function settleDatabase(sql: Sql): Promise<void> {
  const [row] = await sql<{ name: string }[]>`select quote_ident(current_database()) as name`;
  for (const [setting, value] of Object.entries(SETTINGS))
    await sql.unsafe(`alter database ${row!.name} set ${setting} = '${value}'`);
}

/** Checks the cluster; returns the number of nodes without the coordinator. Throws StartupError with the steps for the administrator. */
async function requireCluster(sql: Sql): Promise<number> {
  const [extension] = await sql`select from pg_extension where extname = 'citus'`;
  if (!extension)
    throw new StartupError(
      'This database has no Citus: let its administrator run "create extension citus" in it, and in one of the same name on each node, then citus_set_coordinator_host and citus_add_node here.',
    );
  const [status] = await sql<{ workers: number; coordinates: boolean }[]>`
    select (select count(*) from pg_dist_node where noderole = 'primary' and isactive and groupid <> 0) as workers,
      exists (select from pg_dist_node where groupid = 0) and (select groupid from pg_dist_local_group) = 0 as coordinates`;
  if (!status!.coordinates)
    throw new StartupError(
      'This is not the coordinator of a cluster: DATABASE_URL must name it, and its administrator must have run citus_set_coordinator_host there.',
    );
  if (status!.workers === 0)
    throw new StartupError('The cluster has no other nodes yet: let its administrator run citus_add_node for each.');
  const nodes = await sql<{ success: boolean; result: string }[]>`
    select success, result from run_command_on_all_nodes(
      'select count(*) from pg_roles where rolname = ''heliograph_call'' and rolcanlogin and pg_has_role(current_user, oid, ''member'')')`;
  if (nodes.some(({ success, result }) => !success || result !== '1'))
    throw new StartupError(
      'Calls run as heliograph_call on every node: let the administrator run there, on each, ' +
        '"alter role heliograph_call login" and "grant heliograph_call to" this role, and let the nodes let it in (pg_hba.conf, pg_dist_authinfo).',
    );
  return status!.workers;
}

async function tablesWithSite(tx: Transaction): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'sid' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname <> ${ANCHOR_TABLE}, 1`;
  return rows.map(({ name }) => name).filter((name) => !LOCAL_TABLES.includes(name));
}

/** Drops and returns the foreign keys of these tables: none may exist between a distributed table and one that is not. */
async function dropKeys(tx: Transaction, names: ReadonlySet<string>): Promise<Key[]> {
  const all = await tx<Key[]>`
    select conrelid::regclass::text as table, confrelid::regclass::text as target, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 3`;
  const keys = all.filter(({ table, target }) => names.has(table) || names.has(target));
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  return keys;
}

/** Replaces a partitioned table by a plain one: on a cluster its shards serve as partitions. */
async function mergePartitions(tx: Transaction, name: string): Promise<void> {
  const [table] = await tx<
    { isPartitioned: boolean }[]
  >`select relkind = 'p' as is_partitioned from pg_class where oid = ${name}::regclass`;
  if (!table!.isPartitioned) return;
  const policies = await tx<
    { name: string; command: string; roles: string; used: string | null; checked: string | null }[]
  >`
    select quote_ident(policyname) as name, cmd as command, array_to_string(roles, ', ') as roles, qual as used, with_check as checked
    from pg_policies where schemaname = 'public' and tablename = ${name}`;
  const grants = await tx<{ right: string; grantee: string }[]>`
    select privilege_type as right, quote_ident(grantee) as grantee from information_schema.table_privileges
    where table_schema = 'public' and table_name = ${name} and grantee <> current_user`;
  const parted = `${name}_in_parts`;
  await tx.unsafe(`alter table ${name} rename to ${parted}`);
  await tx.unsafe(`create table ${name} (like ${parted} including all); insert into ${name} select * from ${parted}`);
  await tx.unsafe(`drop table ${parted}`);
  await tx.unsafe(`alter table ${name} enable row level security`);
  for (const { name: policy, command, roles, used, checked } of policies)
    await tx.unsafe(
      `create policy ${policy} on ${name} for ${command} to ${roles}${used ? ` using (${used})` : ''}${checked ? ` with check (${checked})` : ''}`,
    );
  for (const { right, grantee } of grants) await tx.unsafe(`grant ${right} on ${name} to ${grantee}`);
}
