// Checks the two database roles: the one that the server signs in as, which must not be a superuser, and the one that its calls run as.
import { StartupError } from '../startupError.ts';
import type { Sql } from './connect.ts';

/** Statement of migration 000002 that creates the role; it needs the right to create roles even if the role exists. */
const CREATES_CALL_ROLE = 'do $$ begin\n  create role heliograph_call nologin;\n';
const CREATES_MISSING_CALL_ROLE =
  "do $$ begin\n  if not exists (select from pg_roles where rolname = 'heliograph_call') then create role heliograph_call nologin; end if;\n";

export function withoutMakingRoles(migration: string): string {
  return migration.replace(CREATES_CALL_ROLE, () => CREATES_MISSING_CALL_ROLE);
}

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** Checks, before the migrations, that the call role exists or can be created. Throws StartupError with the statements for the administrator. */
export async function requireCallRole(sql: Sql): Promise<void> {
  const [row] = await sql<{ me: string; isThere: boolean; mayMake: boolean }[]>`
    select current_user as me, exists (select from pg_roles where rolname = 'heliograph_call') as is_there,
      rolsuper or rolcreaterole as may_make from pg_roles where rolname = current_user`;
  const { me, isThere, mayMake } = row!;
  if (isThere || mayMake) return;
  throw new StartupError(
    `The database has no role heliograph_call, and ${me} may not make it; let its administrator run: ` +
      `create role heliograph_call nologin; grant heliograph_call to ${quoted(me)};`,
  );
}

/** Checks, after the migrations, that the server may switch to the call role, as each call does. Throws StartupError. */
export async function requireCallRoleUse(sql: Sql): Promise<void> {
  try {
    await sql.begin((tx) => tx`set local role heliograph_call`);
  } catch (error) {
    const { code } = error as { code?: string };
    // No such role: happens only in tests with some of the migrations.
    if (code === '22023') return;
    // The server's role is no member of it.
    if (code !== '42501') throw error;
    const [row] = await sql<{ me: string }[]>`select current_user as me`;
    throw new StartupError(
      `The database's role ${row!.me} may not switch to heliograph_call; let its administrator run: ` +
        `grant heliograph_call to ${quoted(row!.me)};`,
    );
  }
}

/** Built-in roles of PostgreSQL with access to the machine's files and programs, or to all data. */
const PRIVILEGED_ROLES = [
  'pg_execute_server_program',
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_read_all_data',
  'pg_write_all_data',
];

/** Returns which excessive rights the role of DATABASE_URL has, and how to create the right one; undefined: none. */
export async function excessiveRights(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<
    { me: string; database: string; isSuperuser: boolean; passesPolicies: boolean; mightier: string | null }[]
  >`
    select current_user as me, current_database() as database, rolsuper as is_superuser, rolbypassrls as passes_policies,
      (
        select other.rolname::text from pg_roles other
        where (other.rolsuper or other.rolbypassrls or other.rolname = any (${PRIVILEGED_ROLES}::text[]))
          and pg_has_role(other.oid, 'member')
        order by other.rolsuper desc, other.rolname limit 1
      ) as mightier
    from pg_roles where rolname = current_user`;
  const { me, database, isSuperuser, passesPolicies, mightier } = row!;
  if (!isSuperuser && !passesPolicies && mightier === null) return undefined;
  const why = isSuperuser
    ? 'is a superuser'
    : passesPolicies
      ? 'bypasses row policies (BYPASSRLS)'
      : `may act as ${mightier}`;
  return (
    `The role ${me} of DATABASE_URL ${why}: ` +
    'an attacker in this process would control the whole database server. Let its administrator run: ' +
    "create role heliograph login password '...'; create role heliograph_call nologin; grant heliograph_call to heliograph; " +
    `alter database ${quoted(database)} owner to heliograph; and, where there are tables already, ` +
    'server/src/platform/database/embedded/handOver.sql in that database; then use heliograph in DATABASE_URL.'
  );
}
