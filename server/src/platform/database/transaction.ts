// Runs a transaction on one connection: statements leave without waiting for `begin`, and any failed statement fails the whole.
import pg from 'pg';
import type { Transaction } from './connect.ts';
import { type Names, sendTogether, templateOn } from './statement.ts';

type Notification = [channel: string, payload: string];

interface State {
  isOver: boolean;
  /** Notifications that the commit sends. */
  notifications: Notification[];
}

/** Begins with the text `begin`, commits when `run` resolves, rolls back when it or any statement fails; releases the client. */
export async function runTransaction<T>(
  client: pg.PoolClient,
  names: Names,
  begin: string,
  run: (tx: Transaction) => Promise<T> | T,
): Promise<{ result: T; notifications: readonly Notification[] }> {
  let failure: unknown;
  const onFailure = (error: unknown): void => {
    failure ??= error;
  };
  // Not waited for: what follows is sent behind it. It can only fail with its connection, and everything else with it.
  sendTogether(client);
  const begun = client.query(begin);
  begun.catch(onFailure);
  const state: State = { isOver: false, notifications: [] };
  const tx = transactionOn(client, names, state, onFailure);
  try {
    const result = await run(tx);
    await begun;
    if (failure !== undefined) throw failure;
    state.isOver = true;
    const { command } = await client.query('commit');
    if (command !== 'COMMIT') throw failure ?? new Error('the transaction was rolled back');
    client.release();
    return { result, notifications: state.notifications };
  } catch (error) {
    state.isOver = true;
    await client.query('rollback').catch(onFailure);
    // A savepoint's error, which nobody noted; an error that the caller throws is no failure of the connection.
    if (error instanceof pg.DatabaseError) onFailure(error);
    client.release(isUsable(client, failure) ? undefined : true);
    throw isAbortedByEarlier(error) ? failure : error;
  }
}

/**
 * `onFailure` receives each failure, also of a statement that nobody waits for: the transaction is lost with it. Statements
 * after its end (of several at once one has failed, another goes on) are not sent: the connection is in other hands by then.
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

/** A statement that was sent behind one that failed: the earlier error is the one to report. */
function isAbortedByEarlier(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '25P02';
}

/** A prepared plan for a table that has changed since; a new connection has none. */
export function isStalePlan(error: unknown): boolean {
  return (error as { routine?: string } | null)?.routine === 'RevalidateCachedQuery';
}

/**
 * Whether the connection can be used again, with all that it has prepared: the database has refused a statement and goes on
 * answering, or no statement failed.
 */
export function isUsable(client: pg.PoolClient, failure: unknown): boolean {
  const isRefused = failure instanceof pg.DatabaseError && failure.severity === 'ERROR' && !isStalePlan(failure);
  return (failure === undefined || isRefused) && client.getTransactionStatus() === 'I';
}
