// How this server talks to PostgreSQL: one place for names, types and connection settings.
import type Postgres from 'postgres';
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
export function socketUrl(socketDir: string, database: string, user = 'heliograph'): string {
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}

export interface Limits {
  /** Longest time of one statement, of one wait for a lock, and of saying nothing within a transaction; 0: none. */
  statementS: number;
  lockS: number;
  idleS: number;
}

/**
 * For what says nothing else (calls say less, serve.ts): a statement that runs away ends, and a process that is frozen
 * within a transaction loses it, or it would stop every other server.
 */
const LIMITS: Limits = { statementS: 60, lockS: 15, idleS: 5 };
/** For command lines, which hold a snapshot or a file for as long as it takes. */
export const NO_LIMITS: Limits = { statementS: 0, lockS: 0, idleS: 0 };

/** Seconds. Whoever is not heard over a network connection has gone. */
const KEEP_ALIVE = { idle: 10, interval: 5, count: 3 };

export interface ConnectOptions {
  max?: number;
  connectTimeoutS?: number;
  limits?: Limits;
}

function settingsOf(databaseUrl: string, { max = 10, connectTimeoutS = 10, limits = LIMITS }: ConnectOptions) {
  const url = new URL(databaseUrl);
  const socketDir = url.searchParams.get('host');
  url.searchParams.delete('host');
  const ms = (seconds: number): number => seconds * 1000;
  return {
    href: url.href,
    settings: {
      ...(socketDir ? { path: `${socketDir}/.s.PGSQL.${url.port || 5432}` } : {}),
      max,
      connect_timeout: connectTimeoutS,
      keep_alive: KEEP_ALIVE.idle,
      // The driver's own pauses grow to 20 s, for which a database that is back would still be answered by nobody.
      backoff: (retries: number) => Math.min(0.01 * 2 ** retries, LONGEST_PAUSE_S),
      onnotice: () => {},
      connection: {
        application_name: 'heliograph',
        TimeZone: 'UTC',
        statement_timeout: ms(limits.statementS),
        lock_timeout: ms(limits.lockS),
        idle_in_transaction_session_timeout: ms(limits.idleS),
        tcp_keepalives_idle: KEEP_ALIVE.idle,
        tcp_keepalives_interval: KEEP_ALIVE.interval,
        tcp_keepalives_count: KEEP_ALIVE.count,
      },
    },
  };
}

/**
 * Opens a pool. Columns are snake_case there and camelCase here (keys inside json columns too), bigint and numeric are
 * numbers, date is 'YYYY-MM-DD', timestamptz is a Date. `?host=/folder` in the URL means a Unix socket.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Sql {
  const { href, settings } = settingsOf(databaseUrl, options);
  return postgres(href, { ...settings, transform: postgres.camel, types });
}

/** The same for a library with statements of its own: columns as they are named, json given as text. */
export function connectPlain(databaseUrl: string, options: ConnectOptions = {}): Sql {
  const { href, settings } = settingsOf(databaseUrl, options);
  const json = {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
    parse: (text: string) => JSON.parse(text),
  };
  return postgres(href, { ...settings, types: { json } }) as unknown as Sql;
}
