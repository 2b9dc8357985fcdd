// Grants and row policies of the role that calls run as. A dump that is restored before this role exists, or without
// privileges, lacks them, and every call would fail. Each start restores the state after the last migration.
import { StartupError } from '../startupError.ts';
import type { Reserved } from './connect.ts';

/** Name in the settings table: an object of key and statement. */
const SETTING = 'call_access';

/** Keys identify a policy by its name, as versions of PostgreSQL write its conditions differently. */
type Access = Record<string, string>;

/** Restores what is missing and returns how many grants and policies that were. Requires the start lock. */
export async function restoreCallAccess(sql: Reserved): Promise<number> {
  const [table] = await sql<{ exists: boolean }[]>`select to_regclass('settings') is not null as exists`;
  if (!table!.exists) return 0;
  const [stored] = await sql<{ value: string }[]>`select value::text as value from settings where name = ${SETTING}`;
  if (!stored) return 0;
  const present = new Set([...(await currentGrants(sql)), ...(await policyKeys(sql))]);
  const missing = Object.entries(JSON.parse(stored.value) as Access).filter(([key]) => !present.has(key));
  if (missing.length === 0) return 0;
  await sql.unsafe(`begin;\n${missing.map(([, statement]) => `${statement};\n`).join('')}commit;`);
  return missing.length;
}

/** Whether `storeCallAccess` has ever run. */
export async function isCallAccessStored(sql: Reserved): Promise<boolean> {
  const [row] = await sql`select from settings where name = ${SETTING}`;
  return row !== undefined;
}

/** Stores the present grants and policies, after migrations. Throws StartupError if the role cannot even read plants. Requires the start lock. */
export async function storeCallAccess(sql: Reserved): Promise<void> {
  const [role] = await sql<{ reads: boolean }[]>`
    select has_table_privilege('heliograph_call', 'sites', 'select') as reads
    from pg_roles where rolname = 'heliograph_call' and to_regclass('sites') is not null`;
  if (role && !role.reads)
    throw new StartupError(
      'The role heliograph_call lacks its rights to the tables, as after restoring a dump without privileges; restore it again as docs/operate/backup.md says.',
    );
  const access = JSON.stringify(await currentAccess(sql));
  await sql`
    insert into settings (name, value) values (${SETTING}, ${access}::jsonb)
    on conflict (name) do update set value = excluded.value`;
}

async function currentAccess(sql: Reserved): Promise<Access> {
  const policies = await sql<{ key: string; statement: string }[]>`
    select format('policy %I on %I', policyname, tablename) as key,
      format('create policy %I on %I as %s for %s to %s', policyname, tablename, permissive, cmd, array_to_string(roles, ', '))
        || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as statement
    from pg_policies where schemaname = current_schema()`;
  return Object.fromEntries([
    ...(await currentGrants(sql)).map((statement) => [statement, statement]),
    ...policies.map(({ key, statement }) => [key, statement]),
  ]);
}

/** Without their conditions: reading a condition waits for locks on its table, and a start must not wait for them. */
async function policyKeys(sql: Reserved): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select format('policy %I on %I', polname, relname) as key
    from pg_policy join pg_class on pg_class.oid = polrelid where relnamespace = current_schema()::regnamespace`;
  return rows.map(({ key }) => key);
}

async function currentGrants(sql: Reserved): Promise<string[]> {
  const grants = await sql<{ statement: string }[]>`
    select format('grant %s on %s %I to heliograph_call', privilege_type, case relkind when 'S' then 'sequence' else 'table' end, relname)
      as statement
    from pg_class, aclexplode(relacl)
    where relnamespace = current_schema()::regnamespace and grantee = to_regrole('heliograph_call')
    union all
    select format('grant %s (%I) on table %I to heliograph_call', privilege_type, attname, relname)
    from pg_class join pg_attribute on attrelid = pg_class.oid, aclexplode(attacl)
    where relnamespace = current_schema()::regnamespace and grantee = to_regrole('heliograph_call') and not attisdropped
    union all
    select format('grant execute on function %s to heliograph_call', pg_proc.oid::regprocedure)
    from pg_proc, aclexplode(proacl)
    where pronamespace = current_schema()::regnamespace and grantee = to_regrole('heliograph_call')
    union all
    select format('revoke execute on function %s from public', oid::regprocedure)
    from pg_proc
    where pronamespace = current_schema()::regnamespace and proacl is not null
      and not exists (select from aclexplode(proacl) where grantee = 0)`;
  return grants.map(({ statement }) => statement);
}
