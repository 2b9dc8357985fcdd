// Counts the rows of every table and adds up their checksums, to prove that a restored database holds the same.
import type { Transaction } from '../platform/database/connect.ts';

export interface TableSum {
  /** With its schema, as in SQL. */
  table: string;
  rows: number;
  /** Sum of 60 bits of the MD5 of each row's text, so that the order of rows does not matter. */
  checksum: string;
}

/** Reads every row of the database, in the snapshot of the transaction. */
export async function sumTables(tx: Transaction): Promise<TableSum[]> {
  // The texts of rows depend on these.
  await tx`set local datestyle to 'ISO, YMD'`;
  await tx`set local intervalstyle to 'postgres'`;
  await tx`set local bytea_output to 'hex'`;
  await tx`set local extra_float_digits to 1`;
  const tables = await tx<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_'
    order by 1`;
  const sums: TableSum[] = [];
  for (const { name } of tables) {
    // The database has quoted the name.
    const [sum] = await tx.unsafe<{ rows: number; checksum: string }[]>(`
      select count(*)::float8 as rows, coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0)::text as checksum
      from ${name} t`);
    sums.push({ table: name, ...sum! });
  }
  return sums;
}

/** Returns a sentence for each table that differs. */
export function differencesOf(expected: readonly TableSum[], found: readonly TableSum[]): string[] {
  const byTable = new Map(found.map((sum) => [sum.table, sum]));
  return expected.flatMap(({ table, rows, checksum }) => {
    const sum = byTable.get(table);
    if (!sum) return [`The table ${table} with ${rows} rows is missing.`];
    if (sum.rows < rows) return [`The table ${table} lacks ${rows - sum.rows} of its ${rows} rows.`];
    if (sum.rows > rows) return [`The table ${table} has ${sum.rows - rows} rows more than its ${rows}.`];
    return sum.checksum === checksum ? [] : [`Rows of the table ${table} differ.`];
  });
}
