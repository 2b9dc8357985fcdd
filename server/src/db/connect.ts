// How this server talks to PostgreSQL: one place for names, types and connection settings.
import type Postgres from 'postgres';
import { parseDatabaseUrl } from './databaseUrl.ts';
import { postgres } from './driver.ts';

const types = {
  bigint: {
    to: 20,
    from: [20],
    serialize: (value: number | bigint) => String(value),
    parse: (text: string) => Number(text),
  },
  numeric: {
    to: 1700,
    from: [1700],
    serialize: (value: number | string) => String(value),
    parse: (text: string) => Number(text),
  },
  // A calendar day has no instant: it stays 'YYYY-MM-DD'.
  day: { to: 1082, from: [1082], serialize: (value: string) => value, parse: (text: string) => text },
};

export type Sql = Postgres.Sql<{ bigint: number; numeric: number; day: string }>;

/** Part of a transaction: what sql.begin hands to its function. */
export type Transaction = Postgres.TransactionSql<{ bigint: number; numeric: number; day: string }>;

/** Between two tries to connect. */
const LONGEST_PAUSE_S = 0.5;

/** A database on a Unix socket, as a URL that connect() and DATABASE_URL take. */
export function socketUrl(socketDir: string, database: string, password = ''): string {
  return `postgres://heliograph${password && `:${password}`}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}

/**
 * Opens a pool. Columns are snake_case there and camelCase here (keys inside json columns too), bigint and numeric are
 * numbers, date is 'YYYY-MM-DD', timestamptz is a Date. `?host=/folder` in the URL means a Unix socket;
 * of several hosts (`h1,h2`) the first that answers is taken, with `?target_session_attrs=read-write` the first that takes writes.
 */
export function connect(databaseUrl: string, options: { max?: number; connectTimeoutS?: number } = {}): Sql {
  const { url, hosts } = parseDatabaseUrl(databaseUrl);
  const socketDir = url.searchParams.get('host');
  url.searchParams.delete('host');
  // The driver reads a list of hosts itself, and tries one after the other.
  const user = url.username && `${url.username}${url.password && `:${url.password}`}@`;
  const href = `${url.protocol}//${user}${hosts.join(',')}${url.pathname}${url.search}`;
  return postgres(hosts.length > 1 ? href : url.href, {
    ...(socketDir ? { path: `${socketDir}/.s.PGSQL.${url.port || 5432}` } : {}),
    max: options.max ?? 10,
    connect_timeout: options.connectTimeoutS ?? 10,
    // The driver's own pauses grow to 20 s, for which a database that is back would still be answered by nobody.
    backoff: (retries: number) => Math.min(0.01 * 2 ** retries, LONGEST_PAUSE_S),
    onnotice: () => {},
    connection: { application_name: 'heliograph', TimeZone: 'UTC' },
    transform: postgres.camel,
    types,
  });
}
