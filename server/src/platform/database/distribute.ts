// Distributes a database over the nodes of a Citus cluster (docs/operate/scale.md): tables of a site by its id, tables that all sites share as copies on every node.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startupError.ts';
import type { Sql, Transaction } from './connect.ts';
import { startLockKey } from './migrate.ts';
import { readSettingsPerRow } from './rowPolicies.ts';

/** Whole on every node: small, seldom written, joined by everything. */
const SHARED = ['companies', 'roles', 'menus', 'role_menus', 'products', 'users', 'memberships'];
/** With a site, and yet in one place: registry and gateways are asked by number, and the queue of work is a handful of rows. */
const IN_ONE_PLACE = ['serial_numbers', 'gateways', 'site_jobs'];
/** The first one, with which the others lie together. */
const FIRST = 'sites';

const SETTINGS = {
  // Whoever is asked on another node sees the settings that the transaction has made here.
  'citus.propagate_set_commands': 'local',
  // All is written through the coordinator: otherwise each write of a table on every node would ask another node for a lock,
  // which takes a right to the whole table, and of each that its keys lead to.
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
 * As the owner of the tables, on the coordinator, with no server running. One transaction: all of it or nothing. A table
 * that is distributed already stays as it is, so that it can be run again after a migration brought new ones. Few shards:
 * what a statement costs follows them.
 */
export async function distribute(
  sql: Sql,
  { shards, print = () => {} }: { shards?: number; print?: (line: string) => void } = {},
): Promise<void> {
  const workers = await requireCluster(sql);
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(${startLockKey})`;
    // Tables that refer to each other are changed one after the other, not by several connections at once.
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
      await withoutParts(tx, name);
      await tx`select create_distributed_table(${name}::text, 'sid', colocate_with => ${name === FIRST ? 'none' : FIRST}::text)`;
      print(`${name}: by its site`);
    }
    for (const { table, target, name, definition } of keys) {
      // Citus would take such a table along: without what was granted of single columns, and past its row policies.
      if (!spread.has(table)) print(`${table}: its key to ${target} is left out`);
      else await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await tx.unsafe(ON_CLUSTER);
  });
  await settleDatabase(sql);
}

/** Settings of the database itself, which a copy of it does not have. */
export async function settleDatabase(sql: Sql): Promise<void> {
  const [row] = await sql<{ name: string }[]>`select quote_ident(current_database()) as name`;
  for (const [setting, value] of Object.entries(SETTINGS))
    await sql.unsafe(`alter database ${row!.name} set ${setting} = '${value}'`);
}

/** Gives how many nodes there are beside the coordinator. */
async function requireCluster(sql: Sql): Promise<number> {
  const [extension] = await sql`select from pg_extension where extname = 'citus'`;
  if (!extension)
    throw new StartupError(
      'This database has no Citus: let its administrator run "create extension citus" in it, and in one of the same name on each node, then citus_set_coordinator_host and citus_add_node here.',
    );
  const [place] = await sql<{ workers: number; coordinates: boolean }[]>`
    select (select count(*) from pg_dist_node where noderole = 'primary' and isactive and groupid <> 0) as workers,
      exists (select from pg_dist_node where groupid = 0) and (select groupid from pg_dist_local_group) = 0 as coordinates`;
  if (!place!.coordinates)
    throw new StartupError(
      'This is not the coordinator of a cluster: DATABASE_URL must name it, and its administrator must have run citus_set_coordinator_host there.',
    );
  if (place!.workers === 0)
    throw new StartupError('The cluster has no other nodes yet: let its administrator run citus_add_node for each.');
  const nodes = await sql<{ success: boolean; result: string }[]>`
    select success, result from run_command_on_all_nodes(
      'select count(*) from pg_roles where rolname = ''heliograph_call'' and rolcanlogin and pg_has_role(current_user, oid, ''member'')')`;
  if (nodes.some(({ success, result }) => !success || result !== '1'))
    throw new StartupError(
      'Calls run as heliograph_call on every node: let the administrator run there, on each, ' +
        '"alter role heliograph_call login" and "grant heliograph_call to" this role, and let the nodes let it in (pg_hba.conf, pg_dist_authinfo).',
    );
  return place!.workers;
}

async function tablesWithSite(tx: Transaction): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'sid' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname <> ${FIRST}, 1`;
  return rows.map(({ name }) => name).filter((name) => !IN_ONE_PLACE.includes(name));
}

/** While one of two tables is distributed and the other is not, no key may lead from one to the other. */
async function dropKeys(tx: Transaction, names: ReadonlySet<string>): Promise<Key[]> {
  const all = await tx<Key[]>`
    select conrelid::regclass::text as table, confrelid::regclass::text as target, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 3`;
  const keys = all.filter(({ table, target }) => names.has(table) || names.has(target));
  for (const { table, name } of keys) await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  return keys;
}

/** A table in parts becomes one: on a cluster each shard is a part. */
async function withoutParts(tx: Transaction, name: string): Promise<void> {
  const [table] = await tx<
    { isParted: boolean }[]
  >`select relkind = 'p' as is_parted from pg_class where oid = ${name}::regclass`;
  if (!table!.isParted) return;
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
