// A connection that dies within a transaction: errors for those who wait, nothing of the dead one in the next, no hang.
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { connect, type Sql, type Transaction } from './connect.ts';

const database = await freshDatabase('template0');
// One connection: whoever comes next gets the one that died.
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
      const pid = await pidOf(tx as Transaction);
      await tx`insert into said values ('dead')`;
      const slow = tx`select pg_sleep(600)`.execute();
      await kill(database.sql, pid);
      await slow;
    });
    expect(await failure(dead)).toMatch(/CONNECTION_CLOSED|terminating connection/);
    expect(await sql`select * from said`).toEqual([]);
  }
});

test('killed between two statements: what the dead transaction says later is said to nobody', async () => {
  const { promise: othersTurn, resolve: letOther } = Promise.withResolvers<void>();
  const { promise: otherIsIn, resolve: otherCame } = Promise.withResolvers<void>();
  let late = '';
  const dead = sql.begin(async (tx) => {
    await kill(database.sql, await pidOf(tx as Transaction));
    await otherIsIn;
    late = await failure(tx`insert into said values ('dead')`);
    letOther();
  });
  const died = failure(dead);
  const other = sql.begin(async (tx) => {
    await tx`insert into said values ('alive')`;
    otherCame();
    await othersTurn;
  });
  expect(await died).toMatch(/CONNECTION_CLOSED/);
  await other;
  expect(late).toMatch(/CONNECTION_CLOSED/);
  expect(await sql`select * from said`).toEqual([{ who: 'alive' }]);
});
