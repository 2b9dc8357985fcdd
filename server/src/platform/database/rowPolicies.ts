// Rewrites how row policies read the settings of a call (platform/database/rlsSettings.ts). Migrations write the form that a
// cluster can distribute, read for each row; a single database reads them once per statement, in a subquery, which a
// cluster refuses in a policy.
import type { Reserved, Sql, Transaction } from './connect.ts';

/** The database's spelling of the settings. The comparison of the scope is moved into the subquery, too: per row it made lists of 10,000 plants an eighth slower. */
const SETTING = String.raw`current_setting\('heliograph\.(?!scope)\w+'::text, true\)`;
const SEES_ALL = String.raw`texteq\(current_setting\('heliograph\.scope'::text, true\), 'all'::text\)`;

/** Makes policies read settings once per statement; run it as the owner of the tables. A database with Citus keeps its form, as it is or will be distributed. */
export async function readSettingsPerStatement(sql: Sql | Transaction | Reserved): Promise<void> {
  const [cluster] = await sql`select from pg_extension where extname = 'citus'`;
  if (!cluster) await rewrite(sql, [String.raw`( SELECT \& AS current_setting)`, String.raw`( SELECT \& AS texteq)`]);
}

export async function readSettingsPerRow(tx: Transaction): Promise<void> {
  await rewrite(tx, [String.raw`\&`, String.raw`\&`]);
}

/** Rewrites the policies for reading; writes concern only a few rows. First removes existing subqueries, also those of earlier versions. */
async function rewrite(sql: Sql | Transaction | Reserved, [setting, seesAll]: [string, string]): Promise<void> {
  const subquery = String.raw`\( SELECT (current_setting\('heliograph\.\w+'::text, true\)|${SEES_ALL}) AS \w+\)`;
  const changed = await sql<{ policy: string; table: string; used: string }[]>`
    select quote_ident(policyname) as policy, quote_ident(tablename) as table, used
    from pg_policies, regexp_replace(qual, ${subquery}, ${String.raw`\1`}, 'g') as plain,
      regexp_replace(regexp_replace(plain, ${SETTING}, ${setting}, 'g'), ${SEES_ALL}, ${seesAll}, 'g') as used
    where schemaname = current_schema() and cmd = 'SELECT' and used <> qual order by 1, 2`;
  for (const { policy, table, used } of changed) await sql.unsafe(`alter policy ${policy} on ${table} using (${used})`);
}
