// Tests the queue: created by an ordinary owner of the database and by two servers at once, and prompt.
import { afterAll, expect, test } from 'vitest';
import { makeDevice, makeSite, makeUser } from '../../test/factories.ts';
import { testServer } from '../../test/testServer.ts';
import { until } from '../../test/until.ts';
import type { Context } from '../context.ts';
import { readingOfFile } from '../families/rows.ts';
import { ingestReports } from '../ingest/ingestReports.ts';
import { connect } from '../platform/database/connect.ts';
import { createServices } from '../services.ts';
import { startQueue } from './queue.ts';
import type { TimedJob } from './schedule.ts';

const server = await testServer();
const { sql, context } = server;
const stops: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

const start = async (url: string, timed: Record<string, TimedJob> = {}, on: Context = context): Promise<void> => {
  stops.push(await startQueue(on, url, timed));
};

test('creates the queue once when two servers start concurrently, with a role that owns the database and is no superuser', async () => {
  // The role that tests sign in as owns the database and is no superuser.
  const [{ role }] = (await sql`
    select rolname as role from pg_roles where rolname = current_user and not rolsuper and not rolcreaterole`) as unknown as [
    { role: string },
  ];
  const url = server.databaseUrl;
  const other = connect(server.databaseUrl, { max: 4 });
  await Promise.all([start(url), start(url, {}, { ...context, sql: other, ...createServices(other) })]);
  stops.push(() => other.end({ timeout: 1 }));
  expect(await sql`select pg_get_userbyid(nspowner) as owner from pg_namespace where nspname = 'pgboss'`).toEqual([
    { owner: role },
  ]);
  for (const stop of stops.splice(0)) await stop();
});

test('runs jobs of changes without waiting for a poll, also those enqueued before the start', async () => {
  const user = await makeUser(sql);
  const token = await server.signedIn(user.id);
  const movedPlant = async () => {
    const device = await makeDevice(sql, { sid: await makeSite(sql, { companyId: user.companyId }) });
    const reports = [0, 1, 2].map((n) =>
      readingOfFile({
        sn: device.sn,
        at: new Date(Date.UTC(2026, 5, 14, 12, n * 5)),
        quantities: { powerW: 100 },
      }),
    );
    await ingestReports(context, reports);
    await server.ask('site/updateFast', { sid: device.sid, timezone: 'Asia/Tokyo' }, { token });
    return device.sid;
  };
  const isDone = (sid: string) => async () => (await sql`select from site_jobs where sid = ${sid}`).length === 0;
  const before = await movedPlant();
  await start(server.databaseUrl);
  await until(isDone(before));
  const after = await movedPlant();
  await until(isDone(after));
  // More jobs than workers, all at once: none of them waits for a poll.
  for (const sid of await Promise.all([movedPlant(), movedPlant(), movedPlant(), movedPlant()]))
    await until(isDone(sid));
  const { jobs } = await server.ask('site/overview', { sid: after }, { token });
  expect(jobs).toEqual([]);
  for (const stop of stops.splice(0)) await stop();
});
