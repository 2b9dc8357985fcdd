// What an upgrade would do to a database: the migrations that it applies, and how much of the database they read and write.
import type { Sql } from './connect.ts';
import { readTableSizes, type TableSize } from './databaseSizes.ts';
import { missingMigrations } from './migrate.ts';

export interface PlannedMigration {
  name: string;
  /** Tables that it reads, writes, indexes or alters. */
  tables: string[];
  /** Size of these tables with their indexes: what it writes at most, as a rewritten table is there twice until the commit. */
  bytes: number;
}

/** Statements that go through a whole table. Adding a column with a constant or creating a table does not. */
const WHOLE_TABLE = [
  /\bupdate (?:only )?(\w+)/gi,
  /\bdelete from (\w+)/gi,
  /\bcreate (?:unique )?index (?:\w+ )?on (?:only )?(\w+)/gi,
  /\b(?:from|join) (\w+)/gi,
  /\balter table (?:only )?(\w+)(?=[^;]*\b(?:alter column \w+ (?:set data )?type|add constraint|set not null|add (?:primary|foreign) key|generated always))/gi,
];

/** Returns the tables that a migration goes through, in their order. */
export function tablesOf(text: string, known: ReadonlySet<string>): string[] {
  const statements = text.replace(/--.*$/gm, '');
  const names = WHOLE_TABLE.flatMap((pattern) =>
    [...statements.matchAll(pattern)].map(([, name]) => name!.toLowerCase()),
  );
  return [...new Set(names)].filter((name) => known.has(name)).sort();
}

/** Returns the migrations that the next start applies. Throws StartupError for a database of a newer version. */
export async function planUpgrade(sql: Sql): Promise<PlannedMigration[]> {
  const sizes = new Map((await readTableSizes(sql)).map(({ table, bytes }: TableSize) => [table, bytes]));
  return (await missingMigrations(sql)).map(({ name, text }) => {
    const tables = tablesOf(text, new Set(sizes.keys()));
    return { name, tables, bytes: tables.reduce((sum, table) => sum + sizes.get(table)!, 0) };
  });
}

/** Bytes a second at which a migration goes through tables at the least, on a slow disk with indexes. */
const SLOW_BYTES_S = 10e6;

/** Returns how long the migrations take at most, in seconds; that of small tables is a moment. */
export const maxSecondsOf = (plan: readonly PlannedMigration[]): number =>
  Math.ceil(plan.reduce((sum, { bytes }) => sum + bytes, 0) / SLOW_BYTES_S);
