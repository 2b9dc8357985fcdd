// Tests the loss of a connection within a transaction: callers get errors, the next transaction contains nothing of the lost one, and nothing hangs.
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { connect, type Sql, type Transaction } from './connect.ts';

const database = await freshDatabase('template0');
// One connection, so that the next caller would get the lost one.
const sql = connect(database.url, { max: 1 });
await sql`create table said (who text)`;
afterAll(async () => {
  await sql.end({ timeout: 1 });
  await database.drop();
});

const failure = async (promise: PromiseLike<unknown>): Promise<string> => await promise.then(() => 'went well', String);
const kill = (killer: Sql, pid: number) => killer`select pg_terminate_backend(${pid}::int)`;
const pidOf = async (tx: Transaction): Promise<number> => {
  const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row!.pid;
};

test('rejects a transaction whose connection is killed during a statement', async () => {
  for (let round = 0; round < 5; round++) {
    const dead = sql.begin(async (tx) => {
      const pid = await pidOf(tx);
      await tx`insert into said values ('dead')`;
      const slow = tx`select pg_sleep(600)`.execute();
      await kill(database.sql, pid);
      await slow;
    });
    expect(await failure(dead)).toMatch(/onnection|EPIPE/);
    expect(await sql`select * from said`).toEqual([]);
  }
});

test('drops later statements of a transaction whose connection was killed between two statements', async () => {
  let lateError = '';
  const dead = sql.begin(async (tx) => {
    await tx`insert into said values ('dead')`;
    await kill(database.sql, await pidOf(tx));
    lateError = await failure(tx`insert into said values ('late')`);
  });
  const next = sql.begin(async (tx) => await tx`insert into said values ('alive')`);
  expect(await failure(dead)).toMatch(/onnection|EPIPE/);
  await next;
  expect(lateError).toMatch(/onnection|EPIPE/);
  expect(await sql`select * from said`).toEqual([{ who: 'alive' }]);
});

test('rolls back a transaction when a statement fails that is not awaited', async () => {
  const aborted = sql.begin(async (tx) => {
    tx`insert into nowhere values (1)`.execute();
    await tx`select 1`.catch(() => {});
  });
  expect(await failure(aborted)).toMatch(/nowhere/);
});

test('reports the first error of a transaction, not those of the statements after it', async () => {
  const aborted = sql.begin(async (tx) => {
    tx`insert into nowhere values (1)`.execute();
    await tx`select 1`;
  });
  expect(await failure(aborted)).toMatch(/nowhere/);
});

test('does not commit a transaction after a caught failure', async () => {
  const aborted = sql.begin(async (tx) => {
    await tx`insert into said values ('half')`;
    await tx`select 1 / 0`.catch(() => {});
  });
  expect(await failure(aborted)).toMatch(/division by zero/);
  expect(await sql`select * from said where who = 'half'`).toEqual([]);
});

test('reuses the connection of a transaction that was rolled back', async () => {
  const pids: number[] = [];
  for (let round = 0; round < 3; round++) {
    const refused = sql.begin(async (tx) => {
      pids.push(await pidOf(tx));
      await tx`insert into said values ('refused')`;
      throw new Error('refused');
    });
    expect(await failure(refused)).toMatch(/refused/);
  }
  expect(new Set(pids).size).toBe(1);
  expect(await sql`select * from said where who = 'refused'`).toEqual([]);
});

test('rejects statements of a transaction that has ended', async () => {
  let ended: Transaction | undefined;
  const refused = sql.begin(async (tx) => {
    ended = tx;
    await tx`select 1`;
    throw new Error('refused');
  });
  expect(await failure(refused)).toMatch(/refused/);
  await sql.begin(async (next) => {
    await next`insert into said values ('next')`;
    expect(await failure(ended!`insert into said values ('late')`)).toMatch(/is over/);
    expect(await failure(ended!.savepoint(async (part) => await part`insert into said values ('late')`))).toMatch(
      /is over/,
    );
  });
  expect(await sql`select * from said where who in ('late', 'next')`).toEqual([{ who: 'next' }]);
});

test('rebuilds a cached plan after its table has changed', async () => {
  const read = () => sql`select * from said where who = ${'alive'}`;
  expect(await read()).toEqual([{ who: 'alive' }]);
  await database.sql`alter table said add column at int`;
  expect(await read()).toEqual([{ who: 'alive', at: null }]);
});

test('listens to a channel again after its connection was lost', async () => {
  const received: string[] = [];
  let starts = 0;
  const { unlisten } = await sql.listen(
    'told',
    (text) => received.push(text),
    () => starts++,
  );
  const until = async (condition: () => boolean) => {
    while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await sql`select pg_notify('told', 'one')`;
  await until(() => received.length === 1);
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "told"'`;
  await until(() => starts === 2);
  await sql`select pg_notify('told', 'two')`;
  await until(() => received.length === 2);
  expect(received).toEqual(['one', 'two']);
  await unlisten();
});

test('notifies listeners of the same pool before a transaction resolves, and not of one that failed', async () => {
  const received: string[] = [];
  const { unlisten } = await sql.listen('told', (text) => received.push(text));
  const isReceived = async (text: string) => {
    await sql.begin(async (tx) => {
      await tx.savepoint(async (part) => await part.notify('told', text));
      expect(received).not.toContain(text);
    });
    return received.includes(text);
  };
  for (let n = 0; n < 20; n++) expect(await isReceived(`committed ${n}`)).toBe(true);
  await failure(
    sql.begin(async (tx) => {
      await tx.notify('told', 'failed');
      throw new Error('thought better of');
    }),
  );
  await sql.begin(async (tx) => {
    await failure(
      tx.savepoint(async (part) => {
        await part.notify('told', 'failed');
        throw new Error('thought better of');
      }),
    );
  });
  // A later notification on the same channel.
  await sql.notify('told', 'at once');
  expect(received).toContain('at once');
  expect(received).not.toContain('failed');
  await unlisten();
});

test('tries the hosts one after the other', async () => {
  // Nobody listens on the first; the second is the folder of a socket, or the host that the tests run on.
  const url = new URL(database.url);
  const folder = url.searchParams.get('host');
  const second = folder ? encodeURIComponent(folder) : url.host;
  const two = connect(`postgres://${url.username}:${url.password}@127.0.0.1:1,${second}${url.pathname}`, { max: 1 });
  expect(await two`select 1 as n`).toEqual([{ n: 1 }]);
  await two.end();
});

test('prepares statements per pool, however many other pools have prepared', async () => {
  for (let n = 0; n < 1000; n++) await sql.unsafe(`select $1::int + ${n}`, [n]);
  const other = connect(database.url, { max: 1 });
  await other`select ${1}::int as one`;
  const prepared = await other<{ statement: string }[]>`select statement from pg_prepared_statements`;
  expect(prepared.map(({ statement }) => statement)).toContain('select $1::int as one');
  await other.end({ timeout: 1 });
});

test('cancels the statement of a transaction whose signal aborts, sends no further one, and goes on with another connection', async () => {
  const controller = new AbortController();
  const started = Promise.withResolvers<number>();
  let lateError = '';
  const ended = sql.until(controller.signal).begin(async (tx) => {
    started.resolve(await pidOf(tx));
    await tx`insert into said values ('dead')`;
    await tx`select pg_sleep(600)`.catch(() => {});
    lateError = await failure(tx`insert into said values ('late')`);
  });
  const pid = await started.promise;
  const isAsleep = async () =>
    (await database.sql`select from pg_stat_activity where pid = ${pid}::int and wait_event = 'PgSleep'`).length;
  await expect.poll(isAsleep).toBe(1);
  controller.abort();
  expect(await failure(ended)).toMatch(/abort|cancel/);
  expect(lateError).toMatch(/transaction is over/);
  expect(await sql.begin(async (tx) => (await pidOf(tx)) === pid)).toBe(false);
  expect(await sql`select from said where who in ('dead', 'late')`).toHaveLength(0);
  expect(await failure(sql.until(controller.signal).begin(async (tx) => await tx`select 1`))).toMatch(/over|abort/);
});
