// A connection that dies within a transaction: errors for those who wait, nothing of the dead one in the next, no hang.
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { connect, type Sql, type Transaction } from './connect.ts';

const database = await freshDatabase('template0');
// One connection: whoever comes next would get the one that died.
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

test('killed while a statement is under way', async () => {
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

test('killed between two statements: what the dead transaction says later is said to nobody', async () => {
  let late = '';
  const dead = sql.begin(async (tx) => {
    await tx`insert into said values ('dead')`;
    await kill(database.sql, await pidOf(tx));
    late = await failure(tx`insert into said values ('late')`);
  });
  const next = sql.begin(async (tx) => await tx`insert into said values ('alive')`);
  expect(await failure(dead)).toMatch(/onnection|EPIPE/);
  await next;
  expect(late).toMatch(/onnection|EPIPE/);
  expect(await sql`select * from said`).toEqual([{ who: 'alive' }]);
});

test('a statement that fails without anybody waiting for it takes its transaction with it', async () => {
  const lost = sql.begin(async (tx) => {
    tx`insert into nowhere values (1)`.execute();
    await tx`select 1`.catch(() => {});
  });
  expect(await failure(lost)).toMatch(/nowhere/);
});

test('of a statement that fails and of those behind it, which are refused for it, the first is told', async () => {
  const lost = sql.begin(async (tx) => {
    tx`insert into nowhere values (1)`.execute();
    await tx`select 1`;
  });
  expect(await failure(lost)).toMatch(/nowhere/);
});

test('a caught failure cannot be committed over', async () => {
  const lost = sql.begin(async (tx) => {
    await tx`insert into said values ('half')`;
    await tx`select 1 / 0`.catch(() => {});
  });
  expect(await failure(lost)).toMatch(/division by zero/);
  expect(await sql`select * from said where who = 'half'`).toEqual([]);
});

test('whoever gives up a transaction leaves a connection that the next one uses', async () => {
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

test('what is said in a transaction that is over is said to nobody', async () => {
  let given: Transaction | undefined;
  const refused = sql.begin(async (tx) => {
    given = tx;
    await tx`select 1`;
    throw new Error('refused');
  });
  expect(await failure(refused)).toMatch(/refused/);
  await sql.begin(async (next) => {
    await next`insert into said values ('next')`;
    expect(await failure(given!`insert into said values ('late')`)).toMatch(/is over/);
    expect(await failure(given!.savepoint(async (part) => await part`insert into said values ('late')`))).toMatch(
      /is over/,
    );
  });
  expect(await sql`select * from said where who in ('late', 'next')`).toEqual([{ who: 'next' }]);
});

test('a plan kept for a table that has changed is rebuilt', async () => {
  const read = () => sql`select * from said where who = ${'alive'}`;
  expect(await read()).toEqual([{ who: 'alive' }]);
  await database.sql`alter table said add column at int`;
  expect(await read()).toEqual([{ who: 'alive', at: null }]);
});

test('a channel is heard again after its connection was lost', async () => {
  const heard: string[] = [];
  let begun = 0;
  const { unlisten } = await sql.listen(
    'told',
    (text) => heard.push(text),
    () => begun++,
  );
  const until = async (isTrue: () => boolean) => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await sql`select pg_notify('told', 'one')`;
  await until(() => heard.length === 1);
  await database.sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen "told"'`;
  await until(() => begun === 2);
  await sql`select pg_notify('told', 'two')`;
  await until(() => heard.length === 2);
  expect(heard).toEqual(['one', 'two']);
  await unlisten();
});

test('who listens by the same pool has heard a transaction before it gives its result, and not of one that failed', async () => {
  const heard: string[] = [];
  const { unlisten } = await sql.listen('told', (text) => heard.push(text));
  const inTurn = async (text: string) => {
    await sql.begin(async (tx) => {
      await tx.savepoint(async (part) => await part.notify('told', text));
      expect(heard).not.toContain(text);
    });
    return heard.includes(text);
  };
  for (let n = 0; n < 20; n++) expect(await inTurn(`committed ${n}`)).toBe(true);
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
  // Behind it in the same channel.
  await sql.notify('told', 'at once');
  expect(heard).toContain('at once');
  expect(heard).not.toContain('failed');
  await unlisten();
});

test('hosts are tried in turn', async () => {
  // Nobody listens on the first; the second is the folder of a socket, or the host that the tests run on.
  const url = new URL(database.url);
  const folder = url.searchParams.get('host');
  const second = folder ? encodeURIComponent(folder) : url.host;
  const two = connect(`postgres://${url.username}:${url.password}@127.0.0.1:1,${second}${url.pathname}`, { max: 1 });
  expect(await two`select 1 as n`).toEqual([{ n: 1 }]);
  await two.end();
});

test('a pool prepares its own statements, however many others of the process have had', async () => {
  for (let n = 0; n < 1000; n++) await sql.unsafe(`select $1::int + ${n}`, [n]);
  const other = connect(database.url, { max: 1 });
  await other`select ${1}::int as one`;
  const prepared = await other<{ statement: string }[]>`select statement from pg_prepared_statements`;
  expect(prepared.map(({ statement }) => statement)).toContain('select $1::int as one');
  await other.end({ timeout: 1 });
});
