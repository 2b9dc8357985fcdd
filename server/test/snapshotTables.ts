// Computes checksums of tables, and recomputes one only after a write: each of a thousand snapshots of an unchanged store costs one short statement.
import { inject } from 'vitest';
import type { Sql } from '../src/platform/database/connect.ts';

/** A table and a condition on its rows, as SQL. */
export type Part = readonly [table: string, where: string];
export interface TableSnapshots {
  /** Count and checksum of each part's rows, by part. */
  of(parts: readonly Part[]): Promise<Map<string, string>>;
  /** All tables except these and unlogged ones. */
  everything(except?: readonly string[]): Promise<Map<string, string>>;
}

/** A change that was rolled back marks no table; one that wrote equal values does, but leaves the checksum unchanged. */
export async function snapshotTables(sql: Sql): Promise<TableSnapshots> {
  const tables = await sql<{ name: string; root: string }[]>`
    select c.oid::regclass::text as name, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as root
    from pg_class c
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace order by 1`;
  // A cluster accepts no triggers on its tables; there all tables are summed each time.
  const isCluster = inject('nodes').length > 1;
  if (!isCluster) await watch(sql, tables);
  const known = new Map<string, { table: string; sum: string }>();

  async function forgetTouched(): Promise<void> {
    if (isCluster) return known.clear();
    const touched = await sql<{ name: string }[]>`delete from watching.touched returning name`;
    const names = new Set(touched.map(({ name }) => name));
    for (const [part, { table }] of known) if (names.has(table)) known.delete(part);
  }
  const keyOf = ([table, where]: Part) => `${table} ${where}`;
  async function of(parts: readonly Part[]): Promise<Map<string, string>> {
    await forgetTouched();
    const each = parts
      .filter((part) => !known.has(keyOf(part)))
      .map(
        ([table, where]) =>
          `select '${table}' as name, $x$${where}$x$ as rows, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${table} t where ${where}`,
      );
    if (each.length > 0) {
      const sums = await sql.unsafe<{ name: string; rows: string; sum: string }[]>(each.join(' union all '));
      for (const { name, rows, sum } of sums) known.set(keyOf([name, rows]), { table: name, sum });
    }
    return new Map(parts.map((part) => [keyOf(part), known.get(keyOf(part))!.sum]));
  }
  return {
    of,
    everything: (except = []) =>
      of(tables.filter(({ name }) => !except.includes(name)).map(({ name }) => [name, 'true'] as const)),
  };
}

async function watch(sql: Sql, tables: readonly { name: string; root: string }[]): Promise<void> {
  await sql.unsafe(`
    create schema watching;
    create table watching.touched (name text not null);
    create function watching.touch() returns trigger language plpgsql security definer as
      $$ begin insert into watching.touched select distinct unnest(tg_argv); return null; end $$;
    ${tables
      .map(
        ({ name, root }) =>
          `create trigger watched after insert or update or delete on ${name}
             for each row execute function watching.touch('${name}', '${root}');
           create trigger emptied after truncate on ${name} execute function watching.touch('${name}', '${root}')`,
      )
      .join(';\n')}`);
}
