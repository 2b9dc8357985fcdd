// How row policies ask for the settings of a call (sql/callSettings.ts). Migrations write them in the form that a cluster can
// distribute, asked for each row; a single database asks once a statement, in a subquery, which a cluster refuses in a policy.
import type { Reserved, Sql, Transaction } from './connect.ts';

/** As the database writes it, in either form. */
const SETTING = String.raw`(?:\( SELECT )?(current_setting\('heliograph\.\w+'::text, true\))(?: AS current_setting\))?`;

/** As the owner of the tables. A database with Citus keeps its form: it is distributed, or is about to be. */
export async function askSettingsByStatement(sql: Sql | Transaction | Reserved): Promise<void> {
  const [cluster] = await sql`select from pg_extension where extname = 'citus'`;
  if (!cluster) await rewrite(sql, String.raw`( SELECT \1 AS current_setting)`);
}

export async function askSettingsByRow(tx: Transaction): Promise<void> {
  await rewrite(tx, String.raw`\1`);
}

/** Those for reading alone: what is written is a row or two. */
async function rewrite(sql: Sql | Transaction | Reserved, setting: string): Promise<void> {
  const changed = await sql<{ policy: string; table: string; used: string }[]>`
    select quote_ident(policyname) as policy, quote_ident(tablename) as table, used
    from pg_policies, regexp_replace(qual, ${SETTING}, ${setting}, 'g') as used
    where schemaname = current_schema() and cmd = 'SELECT' and used <> qual order by 1, 2`;
  for (const { policy, table, used } of changed) await sql.unsafe(`alter policy ${policy} on ${table} using (${used})`);
}
