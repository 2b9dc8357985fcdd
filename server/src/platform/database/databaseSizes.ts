// Sizes of the database: now, by table, and how they grew in the last weeks, for operators.
import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import type { Context } from '../../context.ts';
import type { Sql, Transaction } from './connect.ts';
import { parseDatabaseUrl } from './databaseUrl.ts';
import { readSetting, writeSetting } from './settingRows.ts';

type Db = Sql | Transaction;

export interface TableSize {
  table: string;
  /** Estimate of the database; null before its first one. */
  rows: number | null;
  /** With indexes. */
  bytes: number;
}

/** Returns the tables of the portal, largest first; partitions count as their table, the job queue as one. */
export async function readTableSizes(sql: Db): Promise<TableSize[]> {
  return await sql<TableSize[]>`
    select "table", sum(rows)::float8 as rows, sum(bytes)::float8 as bytes from (
      select case when n.nspname = 'pgboss' then 'pgboss' else coalesce(parent.relname, c.relname)::text end as "table",
        nullif(c.reltuples, -1)::float8 as rows, pg_total_relation_size(c.oid)::float8 as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
      where c.relkind = 'r' and n.nspname in (current_schema(), 'pgboss')
    ) t group by "table" order by bytes desc, "table"`;
}

/** Where packages of PostgreSQL store a database. */
const SYSTEM_FOLDERS = ['/var/lib/postgresql', '/var/lib/pgsql'];

/** Returns a folder on the disk of the database; undefined if it is on another machine. */
export function databaseFolder({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string | undefined {
  if (databaseUrl === undefined) return existsSync(dataDir) ? dataDir : undefined;
  const { url, hosts } = parseDatabaseUrl(databaseUrl);
  const isLocal = hosts.length === 1 && ['localhost', '127.0.0.1', '[::1]', ''].includes(url.hostname);
  return isLocal ? SYSTEM_FOLDERS.find((folder) => existsSync(folder)) : undefined;
}

/** Size of the database on one day of UTC. */
export interface SizeOfDay {
  day: string;
  bytes: number;
}

const SETTING = 'databaseSizes';
const DAYS = 31;

/** Job that stores today's size beside those of the last month. */
export async function storeDatabaseSize({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<void> {
  const day = clock.now().toISOString().slice(0, 10);
  const sizes = (await readSizesByDay(sql)).filter((size) => size.day < day).slice(1 - DAYS);
  const [now] = await sql<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`;
  await writeSetting(sql, SETTING, [...sizes, { day, bytes: now!.bytes }]);
}

export async function readSizesByDay(sql: Db): Promise<SizeOfDay[]> {
  return (await readSetting<SizeOfDay[]>(sql, SETTING)) ?? [];
}

/** Days that a trend needs, since the size of a few days mostly shows what was imported. */
const MIN_TREND_DAYS = 7;
const DAY_MS = 86_400_000;

/** Returns the mean growth in bytes a day, from the first stored day to the last; null while fewer than seven days are known. */
export function growthOf(sizes: readonly SizeOfDay[]): number | null {
  const [first, last] = [sizes[0], sizes.at(-1)];
  if (!first || !last) return null;
  const days = (Date.parse(last.day) - Date.parse(first.day)) / DAY_MS;
  return days < MIN_TREND_DAYS ? null : (last.bytes - first.bytes) / days;
}

/** Returns how many days the free space lasts; null: unknown, or the database does not grow. */
export function daysLeft(freeBytes: number | null, growth: number | null): number | null {
  return freeBytes === null || growth === null || growth <= 0 ? null : Math.floor(freeBytes / growth);
}
