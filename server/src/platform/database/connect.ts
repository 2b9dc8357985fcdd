// How this server talks to PostgreSQL: statements as tagged templates on pg's pool, pipelined; one place for names, types and settings.
import pg from 'pg';
import { addressesOf } from './databaseUrl.ts';
import { openListener } from './listener.ts';
import {
  type Fragment,
  type Names,
  type Rows,
  Statement,
  sendTogether,
  type Template,
  templateOn,
  withCode,
} from './statement.ts';
import { parserOf } from './types.ts';

/** Runs statements on one connection, all within a transaction. */
export interface Transaction extends Template {
  /** A part that can fail for itself: then nothing of it stays, and the transaction goes on. */
  savepoint<T>(run: (part: Transaction) => Promise<T> | T): Promise<T>;
  /** Tells a channel when it is committed. Who listens by this pool has heard it when `begin` gives its result, others soon after. */
  notify(channel: string, payload: string): Promise<void>;
}

/** A connection of its own, for locks and settings of a session; give it back. */
export interface Reserved extends Template {
  release(): void;
}

export interface Sql extends Template {
  /** One transaction: committed when the function's promise resolves, rolled back when it or any statement fails. */
  begin<T>(run: (tx: Transaction) => Promise<T> | T): Promise<T>;
  begin<T>(mode: TransactionMode, run: (tx: Transaction) => Promise<T> | T): Promise<T>;
  /** `opening`: statements that leave with `begin`, in one message. */
  begin<T>(mode: TransactionMode, run: (tx: Transaction) => Promise<T> | T, opening: string): Promise<T>;
  reserve(): Promise<Reserved>;
  /** Hears a channel until `unlisten`; `onListening` is called at the start and after each lost connection. */
  listen(channel: string, heard: (payload: string) => void, onListening?: () => void): Promise<Listening>;
  /** Who listens by this pool has heard it when this resolves (and once more a moment later, as all others do). */
  notify(channel: string, payload: string): Promise<void>;
  /** Waits for what is under way, at most so many seconds; then connections are cut. */
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
  /** Of the session, beside ours. */
  settings?: Record<string, string>;
}

/** Connections of one database: several hosts are tried in turn. */
function connectionsOf(
  databaseUrl: string,
  { connectTimeoutS = 10, limits = LIMITS, settings: given = {} }: ConnectOptions,
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
    ...given,
  };
  const settings: pg.ClientConfig = {
    // Only of making a connection: as the pool's own setting it would also end the wait for a free one.
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
    tryNext: () => next++,
    /** A class, as that is what a pool takes. */
    classWith: (more: pg.ClientConfig & { pipeline?: boolean }) =>
      class extends pg.Client {
        constructor() {
          super({ ...settings, ...addresses[next % addresses.length], ...more });
          // A connection that dies while nobody waits for it ends no process; whoever waits is told by the statement.
          this.on('error', () => {});
        }
      },
  };
}

/** A pool for a library with statements of its own: columns as they are named, values as the driver makes them. */
export function connectPlain(databaseUrl: string, options: ConnectOptions = {}): pg.Pool {
  const Connection = connectionsOf(databaseUrl, options).classWith({});
  const pool = new pg.Pool({ max: options.max ?? 1, idleTimeoutMillis: 0, Client: Connection } as pg.PoolConfig);
  pool.on('error', () => {});
  return pool;
}

/**
 * Opens a pool. Columns are snake_case there and camelCase here (keys inside json columns too), bigint and numeric are
 * numbers, date is 'YYYY-MM-DD', timestamptz is a Date. `?host=/folder` in the URL means a Unix socket; of several hosts
 * (`h1,h2`) the first that answers is taken, with `?target_session_attrs=read-write` the first that takes writes.
 */
export function connect(databaseUrl: string, options: ConnectOptions = {}): Sql {
  const { addresses, tryNext, classWith } = connectionsOf(databaseUrl, options);
  const Connection = classWith({ pipeline: true, types: { getTypeParser: parserOf } });
  const onConnect = /[?&]target_session_attrs=read-write\b/.test(databaseUrl) ? requireWrites : undefined;
  const pool = new pg.Pool({
    max: options.max ?? 10,
    idleTimeoutMillis: 0,
    Client: Connection,
    onConnect,
  } as pg.PoolConfig);
  const names: Names = new Map();
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  pool.on('error', () => {});

  async function acquire(): Promise<pg.PoolClient> {
    for (let tries = 1; ; tries++) {
      try {
        return await pool.connect();
      } catch (error) {
        tryNext();
        if (tries >= addresses.length) throw withCode(error);
      }
    }
  }

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
    const client = await acquire();
    let failure: unknown;
    const note = (error: unknown): void => {
      failure ??= error;
    };
    // Not waited for: what follows is sent behind it. It can only fail with its connection, and everything else with it.
    sendTogether(client);
    const begun = client.query(`begin ${mode};${opening}`);
    begun.catch(note);
    const life: Life = { isOver: false, told: [] };
    const tx = transactionOn(client, names, life, note);
    let result: T;
    try {
      result = await run(tx);
      await begun;
      if (failure !== undefined) throw failure;
      life.isOver = true;
      const { command } = await client.query('commit');
      if (command !== 'COMMIT') throw failure ?? new Error('the transaction was rolled back');
      client.release();
    } catch (error) {
      life.isOver = true;
      await client.query('rollback').catch(note);
      // That of a part, which nobody noted; a call that is refused is no failure of the connection.
      if (error instanceof pg.DatabaseError) note(error);
      client.release(isUsable(client, failure) ? undefined : true);
      throw isRefusedForAnother(error) ? failure : error;
    }
    for (const [channel, payload] of life.told) listener.hear(channel, payload);
    return result;
  }

  const listener = openListener(() => new Connection(), tryNext);
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
      listener.hear(channel, payload);
    },
    async end({ timeout = 5 }: { timeout?: number } = {}): Promise<void> {
      await listener.end();
      if (pool.ending) return;
      const cut = setTimeout(() => {
        for (const client of open) client.connection.stream.destroy();
      }, timeout * 1000);
      await pool.end();
      clearTimeout(cut);
    },
  }) as Sql;
}

interface Life {
  isOver: boolean;
  /** What channels are told when it is committed. */
  told: [channel: string, payload: string][];
}

/**
 * `note` hears of each failure, also of a statement that nobody waits for: the transaction is lost with it. What is said
 * when it is over (of several things at once one has failed, another goes on) is not sent: the connection is others' by then.
 */
function transactionOn(client: pg.PoolClient, names: Names, life: Life, note: (error: unknown) => void): Transaction {
  const template = templateOn((statement) => {
    if (life.isOver) return Promise.reject(isOver());
    const rows = statement.on(client, names);
    rows.catch(note);
    return rows;
  });
  return Object.assign(template, {
    async notify(channel: string, payload: string): Promise<void> {
      await template`select pg_notify(${channel}, ${payload})`;
      life.told.push([channel, payload]);
    },
    async savepoint<T>(run: (part: Transaction) => Promise<T> | T): Promise<T> {
      const name = `part${savepoints++}`;
      let failure: unknown;
      const { length } = life.told;
      if (life.isOver) throw isOver();
      try {
        await client.query(`savepoint ${name}`);
        const done = await run(transactionOn(client, names, life, (error) => (failure ??= error)));
        if (failure !== undefined) throw failure;
        return done;
      } catch (error) {
        life.told.length = Math.min(life.told.length, length);
        if (!life.isOver) await client.query(`rollback to savepoint ${name}`).catch(note);
        throw error;
      }
    },
  });
}
let savepoints = 0;
const isOver = (): Error => new Error('the transaction is over');

/** Of several hosts a standby is not the one. */
async function requireWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query('select pg_is_in_recovery() as standby');
  if (rows[0].standby) throw Object.assign(new Error('this host takes no writes'), { code: 'CONNECTION_READ_ONLY' });
}

/** Of a statement behind one that failed: that one is told. */
function isRefusedForAnother(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '25P02';
}

/** A plan that was kept for a table that has changed since; a new connection has none. */
function isStalePlan(error: unknown): boolean {
  return (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery';
}

/**
 * Whether the connection can be used again, with all that it has prepared: what a statement failed with was refused by a
 * database that goes on answering, or none failed (a call that is refused).
 */
function isUsable(client: pg.PoolClient, failure: unknown): boolean {
  const isRefused = failure instanceof pg.DatabaseError && failure.severity === 'ERROR' && !isStalePlan(failure);
  return (failure === undefined || isRefused) && client.getTransactionStatus() === 'I';
}
