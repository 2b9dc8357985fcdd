// The two roles in the database: the one that the server signs in as, which must be no superuser, and the one its calls run as.
import { StartupError } from '../startupError.ts';
import type { Sql } from './connect.ts';

/** Migration 000002 makes the role in these words, for which a role that may make roles is needed even where it exists. */
const MAKES_CALL_ROLE = 'do $$ begin\n  create role heliograph_call nologin;\n';
const MAKES_MISSING_CALL_ROLE =
  "do $$ begin\n  if not exists (select from pg_roles where rolname = 'heliograph_call') then create role heliograph_call nologin; end if;\n";

export function withoutMakingRoles(migration: string): string {
  return migration.replace(MAKES_CALL_ROLE, () => MAKES_MISSING_CALL_ROLE);
}

const quoted = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** Before the migrations: an operator has to make the role where the server's own may not. */
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

/** After them: each call switches to that role. */
export async function requireCallRoleUse(sql: Sql): Promise<void> {
  try {
    await sql.begin((tx) => tx`set local role heliograph_call`);
  } catch (error) {
    const { code } = error as { code?: string };
    // No such role: only while not all migrations are applied, in a test of them.
    if (code === '22023') return;
    // Not a member of it.
    if (code !== '42501') throw error;
    const [row] = await sql<{ me: string }[]>`select current_user as me`;
    throw new StartupError(
      `The database's role ${row!.me} may not switch to heliograph_call; let its administrator run: ` +
        `grant heliograph_call to ${quoted(row!.me)};`,
    );
  }
}

/** PostgreSQL's own roles that reach the machine's files and programs, or all data. */
const MIGHTY_ROLES = [
  'pg_execute_server_program',
  'pg_read_server_files',
  'pg_write_server_files',
  'pg_read_all_data',
  'pg_write_all_data',
];

/** What is wrong with the role that DATABASE_URL signs in as, and how to make the right one; undefined: nothing. */
export async function whyTooMighty(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<
    { me: string; database: string; isSuperuser: boolean; passesPolicies: boolean; mightier: string | null }[]
  >`
    select current_user as me, current_database() as database, rolsuper as is_superuser, rolbypassrls as passes_policies,
      (
        select other.rolname::text from pg_roles other
        where (other.rolsuper or other.rolbypassrls or other.rolname = any (${MIGHTY_ROLES}::text[]))
          and pg_has_role(other.oid, 'member')
        order by other.rolsuper desc, other.rolname limit 1
      ) as mightier
    from pg_roles where rolname = current_user`;
  const { me, database, isSuperuser, passesPolicies, mightier } = row!;
  if (!isSuperuser && !passesPolicies && mightier === null) return undefined;
  const why = isSuperuser
    ? 'is a superuser'
    : passesPolicies
      ? 'may pass by row policies (BYPASSRLS)'
      : `may act as ${mightier}`;
  return (
    `The role ${me} of DATABASE_URL ${why}: ` +
    'who takes over this process would have the whole database server. Let its administrator run: ' +
    "create role heliograph login password '...'; create role heliograph_call nologin; grant heliograph_call to heliograph; " +
    `alter database ${quoted(database)} owner to heliograph; and, where there are tables already, ` +
    'server/src/platform/database/embedded/handOver.sql in that database; then use heliograph in DATABASE_URL.'
  );
}
