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
  reserve(): Promise<Reserved>;
  /** Listens until `unlisten`; `onListening` is called at the start and after each reconnect: notifications may have been missed. */
  listen(channel: string, onPayload: (payload: string) => void, onListening?: () => void): Promise<Listening>;
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

/** Connections of one database: several hosts are tried in turn. */
function connectionsOf(
  databaseUrl: string,
  { connectTimeoutS = 10, limits = LIMITS, settings: extra = {} }: ConnectOptions,
) {
  const addresses = addressesOf(databaseUrl);
  let next = 0;
  const session = {
    TimeZone: 'UTC',
    statement_timeout: limits.statementS * 1000,
    lock_timeout: limits.lockS * 1000,
    idle_in_transaction_session_timeout: limits.idleS * 1000,
    tcp_keepalives_idle: KEEP_ALIVE.idle,
    tcp_keepalives_interval: KEEP_ALIVE.interval,
    tcp_keepalives_count: KEEP_ALIVE.count,
    ...extra,
  };
  const settings: pg.ClientConfig = {
    // Limits only connecting: as the pool's own setting it would also limit the wait for a free connection.
    connectionTimeoutMillis: connectTimeoutS * 1000,
    application_name: 'heliograph',
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE.idle * 1000,
  };
  return {
    addresses,
    tryNext: (): void => {
      next++;
    },
    /** Returns a client class, as a pool requires one. */
    classWith: (more: pg.ClientConfig & { pipeline?: boolean }) =>
      class extends pg.Client {
        constructor() {
          super({ ...settings, ...addresses[next % addresses.length], ...more });
          // An idle connection that dies must not end the process; a running statement reports the error itself.
          this.on('error', () => {});
        }
      },
  };
}

/** Opens a pool for a library with its own statements, without conversion of names and values. */
export function connectPlain(databaseUrl: string, options: ConnectOptions = {}): pg.Pool {
  const Connection = connectionsOf(databaseUrl, options).classWith({});
  const pool = new pg.Pool({ max: options.max ?? 1, idleTimeoutMillis: 0, Client: Connection } as pg.PoolConfig);
  pool.on('error', () => {});
  return pool;
}

/**
 * Opens a pool. Columns are snake_case in the database and camelCase in rows (keys inside json columns too), bigint and numeric
 * are numbers, date is 'YYYY-MM-DD', timestamptz is a Date. `?host=/folder` in the URL means a Unix socket; of several hosts
 * (`h1,h2`) the first that answers is used, with `?target_session_attrs=read-write` the first that accepts writes.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Sql {
  const { acquire, openClient, tryNext, end } = openPool(databaseUrl, options);
  const listener = openListener(openClient, tryNext);
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
  async function begin<T>(first: TransactionMode | Run<T>, second?: Run<T>, opening = ''): Promise<T> {
    const [mode, run] = typeof first === 'string' ? [first, second!] : ['', first];
    const { result, notifications } = await runTransaction(await acquire(), names, `begin ${mode};${opening}`, run);
    for (const [channel, payload] of notifications) listener.deliver(channel, payload);
    return result;
  }

  return Object.assign(templateOn(execute), {
    begin,
    async reserve(): Promise<Reserved> {
      const client = await acquire();
      return Object.assign(
        templateOn((statement) => statement.on(client, names)),
        { release: () => client.release() },
      );
    },
    listen: listener.listen,
    async notify(channel: string, payload: string): Promise<void> {
      await execute(new Statement(execute, ['select pg_notify(', ', ', ')'], [channel, payload]));
      listener.deliver(channel, payload);
    },
    async end({ timeout = 5 }: { timeout?: number } = {}): Promise<void> {
      await listener.end();
      await end(timeout);
    },
  }) as Sql;
}

interface Pool {
  /** Tries each host once. */
  acquire(): Promise<pg.PoolClient>;
  /** Creates a client outside the pool, not yet connected. */
  openClient(): pg.Client;
  /** Makes later connections use the next host. */
  tryNext(): void;
  /** Waits for running statements, at most `timeoutS` seconds; then closes connections forcibly. */
  end(timeoutS: number): Promise<void>;
}

function openPool(databaseUrl: string, options: ConnectOptions): Pool {
  const { addresses, tryNext, classWith } = connectionsOf(databaseUrl, options);
  const Connection = classWith({ pipeline: true, types: { getTypeParser: parserOf } });
  const onConnect = /[?&]target_session_attrs=read-write\b/.test(databaseUrl) ? requireWrites : undefined;
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
    async acquire() {
      for (let tries = 1; ; tries++) {
        try {
          return await pool.connect();
        } catch (error) {
          tryNext();
          if (tries >= addresses.length) throw withCode(error);
        }
      }
    },
    openClient: () => new Connection(),
    tryNext,
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

/** Rejects a standby, so that the next host is tried. */
async function requireWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby');
  if (rows[0].standby) throw Object.assign(new Error('this host takes no writes'), { code: 'CONNECTION_READ_ONLY' });
}
