// Access to PostgreSQL: statements as tagged templates on pg's pool, pipelined; one place for names, types and session settings.
import pg from 'pg';
import { addressesOf } from './databaseUrl.ts';
import { openListener } from './listener.ts';
import { type Fragment, type Names, type Rows, Statement, type Template, templateOn, withCode } from './statement.ts';
import { isStalePlan, isUsable, runTransaction } from './transaction.ts';
import { parserOf } from './types.ts';

/** Runs statements on one connection, all within a transaction. */
export interface Transaction extends Template {
  /** Runs a part that can fail alone: it is rolled back and the transaction continues. */
  savepoint<T>(run: (part: Transaction) => Promise<T> | T): Promise<T>;
  /** Notifies a channel on commit. Listeners of this pool are called before `begin` resolves, others soon after. */
  notify(channel: string, payload: string): Promise<void>;
}

/** A connection taken from the pool, for locks and settings of a session; release it. */
export interface Reserved extends Template {
  release(): void;
}

export interface Sql extends Template {
  /** One transaction: commits when the function's promise resolves, rolls back when it or any statement fails. */
  begin<T>(run: (tx: Transaction) => Promise<T> | T): Promise<T>;
  begin<T>(mode: TransactionMode, run: (tx: Transaction) => Promise<T> | T): Promise<T>;
  /** `opening`: statements sent with `begin`, in one message. */
  begin<T>(mode: TransactionMode, run: (tx: Transaction) => Promise<T> | T, opening: string): Promise<T>;
  /** The same pool; when the signal aborts, the running statement of its transactions is cancelled and no further one is sent. */
  until(signal: AbortSignal): Sql;
  reserve(): Promise<Reserved>;
  /** Listens until `unlisten`; `onListening` is called at the start and after each reconnect: notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onListening?: () => void): Promise<Listening>;
  /** Whether notifications of others are received now. */
  isListening(): boolean;
  /** Listeners of this pool are called before this resolves (and once more a moment later, with all others). */
  notify(channel: string, payload: string): Promise<void>;
  /** Waits for running statements, at most `timeout` seconds; then closes connections forcibly. */
  end(options?: { timeout?: number }): Promise<void>;
}

export interface Listening {
  unlisten(): Promise<void>;
}

export type TransactionMode = '' | 'read only' | 'read write' | 'isolation level repeatable read read only';
export type { Fragment, Rows };

/** A database on a Unix socket, as a URL that connect() and DATABASE_URL take. */
export function socketUrl(socketDir: string, database: string, password = ''): string {
  return `postgres://heliograph${password && `:${password}`}@localhost/${database}?host=${encodeURIComponent(socketDir)}`;
}

// Instants are sent as UTC, whatever zone this process runs in.
pg.defaults.parseInputDatesAsUTC = true;

export interface Limits {
  /** Maximum duration of a statement, wait for a lock, and idle time within a transaction, in seconds; 0: no limit. */
  statementS: number;
  lockS: number;
  idleS: number;
}

/**
 * Default limits; API calls have shorter ones (serve.ts). A runaway statement ends, and a process that freezes within a
 * transaction loses it, as it would block every other server.
 */
const LIMITS: Limits = { statementS: 60, lockS: 15, idleS: 5 };
/** Limits for command-line tools, which hold a snapshot or a file for as long as necessary. */
export const NO_LIMITS: Limits = { statementS: 0, lockS: 0, idleS: 0 };

/** TCP keep-alive in seconds; detects peers that have disappeared without closing their connection. */
const KEEP_ALIVE = { idle: 10, interval: 5, count: 3 };

export interface ConnectOptions {
  max?: number;
  connectTimeoutS?: number;
  limits?: Limits;
  /** Further settings of the session. */
  settings?: Record<string, string>;
}

/** Time that connecting to a host may take, in seconds; shorter where another host may be the one that runs. */
const CONNECT_S = { only: 10, oneOfSeveral: 3 };

/** A pool for a library with its own statements, without conversion of names and values. */
export interface PlainPool {
  /** A text of several statements has several results. */
  query(text: string, values: unknown[]): Promise<pg.QueryResult[]>;
  end(): Promise<void>;
}

export function connectPlain(databaseUrl: string, options: ConnectOptions = {}): PlainPool {
  const { acquire, end } = openPool(databaseUrl, { max: 1, ...options });
  return {
    async query(text, values) {
      const client = await acquire();
      try {
        const results = [await client.query(text, values)].flat();
        client.release();
        return results;
      } catch (error) {
        // Closed, as the text may have begun a transaction.
        client.release(true);
        throw withCode(error);
      }
    },
    end: () => end(5),
  };
}

/**
 * Opens a pool. Columns are snake_case in the database and camelCase in rows (keys inside json columns too), bigint and numeric
 * are numbers, date is 'YYYY-MM-DD', timestamptz is a Date. `?host=/folder` in the URL means a Unix socket; of several hosts
 * (`h1,h2`) the first that accepts writes is used, so that all connections follow a standby that is promoted.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Sql {
  const { acquire, openClient, end } = openPool(databaseUrl, options, OWN_STATEMENTS);
  const listener = openListener(openClient);
  const names: Names = new Map();

  async function execute(statement: Statement): Promise<Rows> {
    for (let tries = 1; ; tries++) {
      const client = await acquire();
      try {
        const rows = await statement.on(client, names);
        client.release();
        return rows;
      } catch (error) {
        client.release(isUsable(client, error) ? undefined : true);
        if (tries > 1 || !isStalePlan(error)) throw error;
      }
    }
  }

  type Run<T> = (tx: Transaction) => Promise<T> | T;
  const beginUntil =
    (signal?: AbortSignal) =>
    async <T>(first: TransactionMode | Run<T>, second?: Run<T>, opening = ''): Promise<T> => {
      const [mode, run] = typeof first === 'string' ? [first, second!] : ['', first];
      const transaction = { begin: `begin ${mode};${opening}`, run, signal, cancel };
      const { result, notifications } = await runTransaction(await acquire(), names, transaction);
      for (const [channel, payload] of notifications) listener.deliver(channel, payload);
      return result;
    };

  /** On a connection of its own, as those of the pool may all be busy. */
  async function cancel(pid: number): Promise<void> {
    const client = await openClient();
    try {
      await client.query('select pg_cancel_backend($1)', [pid]);
    } finally {
      await client.end();
    }
  }

  const sql: Sql = Object.assign(templateOn(execute), {
    begin: beginUntil(),
    until: (signal: AbortSignal): Sql =>
      Object.assign(templateOn(execute), { ...sql, begin: beginUntil(signal) }) as Sql,
    async reserve(): Promise<Reserved> {
      const client = await acquire();
      return Object.assign(
        templateOn((statement) => statement.on(client, names)),
        { release: () => client.release() },
      );
    },
    listen: listener.listen,
    isListening: listener.isListening,
    async notify(channel: string, payload: string): Promise<void> {
      await execute(new Statement(execute, ['select pg_notify(', ', ', ')'], [channel, payload]));
      listener.deliver(channel, payload);
    },
    async end({ timeout = 5 }: { timeout?: number } = {}): Promise<void> {
      await listener.end();
      await end(timeout);
    },
  }) as Sql;
  return sql;
}

/** Statements of ours: sent without waiting for the previous one, with values converted as connect() says. */
const OWN_STATEMENTS = { pipeline: true, types: { getTypeParser: parserOf } };

interface Pool {
  /** Tries each host once. */
  acquire(): Promise<pg.PoolClient>;
  /** Opens a connection outside of the pool; tries each host once. */
  openClient(): Promise<pg.Client>;
  /** Waits for running statements, at most `timeoutS` seconds; then closes connections forcibly. */
  end(timeoutS: number): Promise<void>;
}

function openPool(databaseUrl: string, options: ConnectOptions, more: object = {}): Pool {
  const addresses = addressesOf(databaseUrl);
  const settings = { ...settingsOf(options, addresses.length), ...more };
  const onConnect = addresses.length > 1 ? requireWrites : undefined;
  let host = 0;
  class Connection extends pg.Client {
    constructor() {
      super({ ...settings, ...addresses[host] });
      // An idle connection that dies must not end the process; a running statement reports the error itself.
      this.on('error', () => {});
    }
  }

  /** Tries the host that worked last, then each of the others. */
  async function connectToAny<T>(open: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const tried = host;
      try {
        return await open();
      } catch (error) {
        // Of several attempts that fail at the same time only the first moves on; otherwise an even number would end at this host again.
        if (host === tried) host = (tried + 1) % addresses.length;
        if (tries >= addresses.length) throw asUnreachable(error);
      }
    }
  }

  const pool = new pg.Pool({
    max: options.max ?? 10,
    idleTimeoutMillis: 0,
    Client: Connection,
    onConnect,
  } as pg.PoolConfig);
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  pool.on('error', () => {});
  return {
    acquire: () => connectToAny(() => pool.connect()),
    openClient: () =>
      connectToAny(async () => {
        const client = new Connection();
        try {
          await client.connect();
          await onConnect?.(client);
          return client;
        } catch (error) {
          client.end().catch(() => {});
          throw error;
        }
      }),
    async end(timeoutS) {
      if (pool.ending) return;
      const timer = setTimeout(() => {
        for (const client of open) client.connection.stream.destroy();
      }, timeoutS * 1000);
      await pool.end();
      clearTimeout(timer);
    },
  };
}

function settingsOf({ connectTimeoutS, limits = LIMITS, settings }: ConnectOptions, hosts: number): pg.ClientConfig {
  const session = {
    TimeZone: 'UTC',
    statement_timeout: limits.statementS * 1000,
    lock_timeout: limits.lockS * 1000,
    idle_in_transaction_session_timeout: limits.idleS * 1000,
    tcp_keepalives_idle: KEEP_ALIVE.idle,
    tcp_keepalives_interval: KEEP_ALIVE.interval,
    tcp_keepalives_count: KEEP_ALIVE.count,
    ...settings,
  };
  return {
    // Limits only connecting: as the pool's own setting it would also limit the wait for a free connection.
    connectionTimeoutMillis: 1000 * (connectTimeoutS ?? (hosts > 1 ? CONNECT_S.oneOfSeveral : CONNECT_S.only)),
    application_name: 'heliograph',
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE.idle * 1000,
  };
}

/** Code of the error when no host could be connected to. */
export const CONNECTION_FAILED = 'CONNECTION_FAILED';

/** Replaces system error codes, which connections to other services share. */
function asUnreachable(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined || /^E[A-Z]+$/.test(code))
    return Object.assign(new Error(message || code, { cause: error }), { code: CONNECTION_FAILED });
  return error;
}

/** Whether a statement or connection failed because the database is unreachable, the connection was lost, or the database is starting or stopping. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  /^(57P0|08|CONNECTION_)/.test(String((error as { code?: unknown } | null)?.code));

/** Rejects a standby, so that the next host is tried. */
async function requireWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby');
  if (rows[0].standby) throw Object.assign(new Error('this host takes no writes'), { code: 'CONNECTION_READ_ONLY' });
}
