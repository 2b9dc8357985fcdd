// Runs a transaction on one connection: statements are sent without waiting for `begin`, and any failed statement fails the transaction.
import pg from 'pg';
import type { Transaction } from './connect.ts';
import { type Names, sendTogether, templateOn, withCode } from './statement.ts';

type Notification = [channel: string, payload: string];

interface State {
  isOver: boolean;
  /** Notifications that the commit sends. */
  notifications: Notification[];
}

interface Run<T> {
  /** First text that is sent. */
  begin: string;
  run: (tx: Transaction) => Promise<T> | T;
  /** Ends the transaction when it aborts. */
  signal: AbortSignal | undefined;
  /** Cancels the running statement of a session of the database. */
  cancel(pid: number): Promise<void>;
}

/** Runs a transaction: commits when `run` resolves, rolls back when it or any statement fails; releases the client. */
export async function runTransaction<T>(
  client: pg.PoolClient,
  names: Names,
  { begin, run, signal, cancel }: Run<T>,
): Promise<{ result: T; notifications: readonly Notification[] }> {
  let failure: unknown;
  const onFailure = (error: unknown): void => {
    failure ??= error;
  };
  // Not awaited: the next statements are sent right after it. It can only fail with its connection, which fails all others, too.
  sendTogether(client);
  const control = (text: string): Promise<pg.QueryResult> =>
    client.query(text).catch((error: unknown) => Promise.reject(withCode(error)));
  const started = control(begin);
  started.catch(onFailure);
  const state: State = { isOver: false, notifications: [] };
  const tx = transactionOn(client, names, state, onFailure);
  const abort = (): void => {
    state.isOver = true;
    cancel(processIdOf(client)).catch(() => {});
  };
  signal?.addEventListener('abort', abort);
  if (signal?.aborted) abort();
  try {
    const result = await run(tx);
    await started;
    signal?.throwIfAborted();
    if (failure !== undefined) throw failure;
    state.isOver = true;
    const { command } = await control('commit');
    if (command !== 'COMMIT') throw failure ?? new Error('the transaction was rolled back');
    client.release(signal?.aborted ? true : undefined);
    return { result, notifications: state.notifications };
  } catch (error) {
    state.isOver = true;
    await control('rollback').catch(onFailure);
    // A savepoint's error was not recorded yet; an error thrown by `run` itself is no failure of the connection.
    if (error instanceof pg.DatabaseError) onFailure(error);
    // Not used again: its statement may be cancelled a moment later.
    client.release(isUsable(client, failure) && !signal?.aborted ? undefined : true);
    throw isAbortedByEarlier(error) ? failure : error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Creates the transaction's template. `onFailure` receives each failure, also of a statement that is not awaited, which
 * aborts the transaction. Statements after its end (one of several concurrent ones failed, another continues) are not sent,
 * as the connection may be in use by others.
 */
function transactionOn(
  client: pg.PoolClient,
  names: Names,
  state: State,
  onFailure: (error: unknown) => void,
): Transaction {
  const template = templateOn((statement) => {
    if (state.isOver) return Promise.reject(overError());
    const rows = statement.on(client, names);
    rows.catch(onFailure);
    return rows;
  });
  return Object.assign(template, {
    async notify(channel: string, payload: string): Promise<void> {
      await template`select pg_notify(${channel}, ${payload})`;
      state.notifications.push([channel, payload]);
    },
    async savepoint<T>(run: (part: Transaction) => Promise<T> | T): Promise<T> {
      const name = `part${savepoints++}`;
      let failure: unknown;
      const { length } = state.notifications;
      if (state.isOver) throw overError();
      try {
        await client.query(`savepoint ${name}`);
        const done = await run(transactionOn(client, names, state, (error) => (failure ??= error)));
        if (failure !== undefined) throw failure;
        return done;
      } catch (error) {
        state.notifications.length = Math.min(state.notifications.length, length);
        if (!state.isOver) await client.query(`rollback to savepoint ${name}`).catch(onFailure);
        throw error;
      }
    },
  });
}
let savepoints = 0;
const overError = (): Error => new Error('the transaction is over');

/** Whether a statement failed because an earlier one did: the earlier error is the one to report. */
function isAbortedByEarlier(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '25P02';
}

/** Whether a prepared plan is invalid because its table has changed; a new connection has none. */
export function isStalePlan(error: unknown): boolean {
  return (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery';
}

/**
 * Whether the connection can be reused, with its prepared statements: no statement failed, or the database refused one and
 * still answers.
 */
export function isUsable(client: pg.PoolClient, failure: unknown): boolean {
  const isRefused = failure instanceof pg.DatabaseError && failure.severity === 'ERROR' && !isStalePlan(failure);
  return (failure === undefined || isRefused) && client.getTransactionStatus() === 'I';
}

/** Returns the number of the connection's session in the database; missing in the driver's types. */
const processIdOf = (client: pg.PoolClient): number => (client as pg.PoolClient & { processID: number }).processID;
