// Tests the limits of one user: four concurrent changes over all servers, one read at a time per process, and timeouts of statements and locks.
import { call as declareCall } from '@heliograph/contract/call.ts';
import { calls, type Path } from '@heliograph/contract/calls.ts';
import type { ApiError } from '@heliograph/contract/errors.ts';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { makeSite, makeUser } from '../../../test/factories.ts';
import { testServer } from '../../../test/testServer.ts';
import { buildApp } from '../../app.ts';
import { handlers } from '../../calls/index.ts';
import type { CallContext } from '../../context.ts';
import { createServices } from '../../services.ts';
import { connect, NO_LIMITS } from '../database/connect.ts';
import { acquireLeasedChangeSlot } from './callLimits.ts';
import { createCallQueues } from './callQueues.ts';

const SLOW = 'test/slow' as Path;
Object.assign(calls, {
  [SLOW]: declareCall({
    summary:
      'Returns its statement limits; with `ms`, sleeps a second under a statement timeout of that many milliseconds.',
    access: 'signedIn',
    request: z.object({ ms: z.int().optional() }),
    response: z.object({ statement: z.string(), lock: z.string() }),
    errors: [],
  }),
});
Object.assign(handlers, {
  async [SLOW]({ ms }: { ms?: number }, { sql }: CallContext) {
    const [limits] = await sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
    if (ms !== undefined) {
      await sql.unsafe(`set local statement_timeout = ${ms}`);
      await sql`select pg_sleep(1)`;
    }
    return limits;
  },
});
afterAll(() => {
  Reflect.deleteProperty(calls, SLOW);
  Reflect.deleteProperty(handlers, SLOW);
});

const server = await testServer();
const { sql } = server;
const user = await makeUser(sql);
const token = await server.signedIn(user.id);
/** Another server process on the same database. */
const otherSql = connect(server.databaseUrl, { max: 6 });
const other = await buildApp({
  ...server.context,
  log: pino({ level: 'silent' }),
  sql: otherSql,
  ...createServices(otherSql),
});
afterAll(async () => {
  await other.close();
  await otherSql.end({ timeout: 1 });
});

const plants = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeSite(sql, { companyId: user.companyId })));
const rename = async (app: typeof other, sid: string, as = token): Promise<number> => {
  const payload = { sid, siteName: 'Renamed' };
  return (
    await app.inject({ method: 'POST', url: '/v2/site/updateFast', headers: { authorization: as }, payload })
  ).json().code;
};

test('refuses the fifth concurrent change of one user on every server, while other users continue', async () => {
  const sids = await plants(5);
  const holder = connect(server.databaseUrl, { max: 1, limits: NO_LIMITS });
  const { promise: unlock, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: setLocked } = Promise.withResolvers<void>();
  const holding = holder.begin(async (tx) => {
    for (const sid of sids) await tx`select from sites where sid = ${sid} for update`;
    setLocked();
    await unlock;
  });
  await locked;
  // Two on each server wait for the locked plants.
  const waiting = sids.slice(0, 4).map((sid, n) => rename(n % 2 === 0 ? server.app : other, sid));
  for (let count = 0; count < 4; ) {
    const [row] = await sql<{ count: number }[]>`
      select count(*) from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and l.classid = ${0x63_68_6e_67} and l.granted`;
    count = row!.count;
  }
  expect([await rename(server.app, sids[4]!), await rename(other, sids[4]!)]).toEqual([1321, 1321]);
  const neighbour = await makeUser(sql);
  const theirs = await makeSite(sql, { companyId: neighbour.companyId });
  expect(await rename(other, theirs, await server.signedIn(neighbour.id))).toBe(200);
  release();
  await holding;
  expect(await Promise.all(waiting)).toEqual([200, 200, 200, 200]);
  expect(await rename(server.app, sids[4]!)).toBe(200);
  await holder.end();
});

test('gives four changes that begin at the same time a slot each, and a fifth none', async () => {
  const { id: userId } = await makeUser(sql);
  const at = server.clock.now();
  const until = new Date(at.getTime() + 80_000);
  const acquire = (pool: typeof sql, holder: string) =>
    pool
      .begin(async (tx) => acquireLeasedChangeSlot(tx, { userId, holder, at, until }))
      .then(
        () => 'acquired',
        (error: unknown) => (error as ApiError).word,
      );
  // A query just before another transaction commits sees its slot as free.
  for (let round = 0; round < 100; round++) {
    await sql`delete from change_places where user_id = ${userId}`;
    const four = [1, 2, 3, 4].map((n) => acquire(n % 2 ? sql : otherSql, crypto.randomUUID()));
    expect(await Promise.all(four)).toEqual(['acquired', 'acquired', 'acquired', 'acquired']);
    expect(await acquire(sql, crypto.randomUUID())).toBe('tooManyChanges');
  }
});

test('enqueues one job for sixty concurrent moves of one plant, without doing its work in a request', async () => {
  const [sid] = (await plants(1)) as [string];
  const codes = await Promise.all(
    Array.from({ length: 60 }, async (_, n) => {
      return (await server.call('site/updateFast', { sid, latitude: 40 + n / 10 }, { token })).code;
    }),
  );
  // This process makes three of them at a time, and the others wait.
  expect(new Set(codes)).toEqual(new Set([200]));
  expect(await sql`select kind from site_jobs where sid = ${sid}`).toEqual([{ kind: 'recompute' }]);
});

test('lets one read of a user hold a connection while its others wait, and answers another user meanwhile', async () => {
  const read = (as: string, body: object) =>
    server.app.inject({ method: 'POST', url: `/v2/${SLOW}`, headers: { authorization: as }, payload: body });
  const neighbour = await server.signedIn((await makeUser(sql)).id);
  const done: string[] = [];
  // Each for a second.
  const mine = Array.from({ length: 4 }, () => read(token, { ms: 15_000 }).then(() => done.push('mine')));
  const reading = async () => {
    const [row] = await otherSql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`;
    return row!.count;
  };
  await expect.poll(reading).toBe(1);
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      expect((await read(neighbour, {})).json().code).toBe(200);
      done.push('theirs');
    }),
  );
  expect(done.slice(0, 4)).toEqual(['theirs', 'theirs', 'theirs', 'theirs']);
  await Promise.all(mine);
  expect(done).toHaveLength(8);
});

test('refuses a read that waits longer than a statement may take, and gives its slot to the next one', async () => {
  const { reads } = createCallQueues(20);
  const sender = { group: 1, user: 1 };
  const release = await reads.acquire(sender);
  expect(await reads.acquire(sender).catch((error: ApiError) => error.word)).toBe('tookTooLong');
  const next = reads.acquire(sender);
  release();
  (await next)();
});

test('ends a call’s statement after 15 s and its wait for a lock after 8 s, with an error for the client', async () => {
  const ask = (payload: object) =>
    server.app.inject({ method: 'POST', url: `/v2/${SLOW}`, headers: { authorization: token }, payload });
  expect((await ask({})).json()).toMatchObject({ code: 200, data: { statement: '15s', lock: '8s' } });
  expect((await ask({ ms: 50 })).json().code).toBe(1322);
});
