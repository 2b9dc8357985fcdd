// Tests background jobs of plants: days are all old or all new, the last change wins, and a process that lost its lease writes nothing.
import { expect, test } from 'vitest';
import { makeDevice } from '../../../test/factories.ts';
import { movingPlants, reports, TOKYO } from '../../../test/movingPlants.ts';
import { testServer } from '../../../test/testServer.ts';
import { until } from '../../../test/until.ts';
import type { Context } from '../../context.ts';
import { recomputeSite } from '../../energy/days/recomputeSite.ts';
import type { Reading } from '../../families/family.ts';
import { readingOfFile } from '../../families/rows.ts';
import { ingestReports } from '../../ingest/ingestReports.ts';
import { connect } from '../../platform/database/connect.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import { dropExpired } from '../../samples/retention.ts';
import { createServices } from '../../services.ts';
import { compactDays } from '../compactDays.ts';
import { runSiteJob, runSiteJobs } from './runSiteJobs.ts';

const server = await testServer();
const { sql, clock, context } = server;
const { token, device, move, daysOf, native } = await movingPlants(server);
const AUCKLAND = { timezone: 'Pacific/Auckland', latitude: -36.8, longitude: 174.8 };

test('answers with the old days of a moved plant until they are exchanged, including reports meanwhile', async () => {
  const moved = await device();
  await ingestReports(context, reports(moved.sn, 0, 400));
  await move(moved.sid, TOKYO);
  await ingestReports(context, reports(moved.sn, 400, 500));
  expect(await daysOf(moved)).toEqual(await native({}, [0, 400], [400, 500]));
  const { jobs } = await server.ask('site/overview', { sid: moved.sid }, { token });
  expect(jobs).toMatchObject([{ kind: 'recompute', done: 0 }]);
  await runSiteJobs(context);
  expect(await daysOf(moved)).toEqual(await native(TOKYO, [0, 500]));
  await ingestReports(context, reports(moved.sn, 500, 600));
  expect(await daysOf(moved)).toEqual(await native(TOKYO, [0, 600]));
  expect((await server.ask('site/overview', { sid: moved.sid }, { token })).jobs).toEqual([]);
});

test('counts a report that was read under the old location and ingested after the exchange for the new location', async () => {
  const moved = await device();
  const first = await device();
  await ingestReports(context, reports(moved.sn, 0, 300));
  // A process that is notified of the change late: its registry entries of both devices have the old location.
  const stale = await context.registry.find([moved.sn, first.sn]);
  await move(moved.sid, TOKYO);
  await move(first.sid, TOKYO);
  await runSiteJobs(context);
  const staleContext = (): Context => {
    let isFirst = true;
    const find: Context['registry']['find'] = async (sns) => {
      const known = isFirst ? stale : await context.registry.find(sns);
      isFirst = false;
      return known;
    };
    return { ...context, registry: { ...context.registry, find } };
  };
  await ingestReports(staleContext(), reports(moved.sn, 300, 330));
  expect(await daysOf(moved)).toEqual(await native(TOKYO, [0, 330]));
  // Also for the first report of a device.
  await ingestReports(staleContext(), reports(first.sn, 0, 100));
  expect(await daysOf(first)).toEqual(await native(TOKYO, [0, 100]));
});

test('ends with the last of two moves in a row, also when the first was half done', async () => {
  const first = await device();
  const second = await makeDevice(sql, { sid: first.sid });
  for (const { sn } of [first, second]) await ingestReports(context, reports(sn, 0, 300));
  await move(first.sid, TOKYO);
  // Stops after the first device, like a server that is shut down.
  const stop = new AbortController();
  const nudges = { publish: () => stop.abort() };
  expect(await runSiteJob({ ...context, nudges }, { sid: first.sid, kind: 'recompute' }, stop.signal)).toBe('held');
  await move(first.sid, AUCKLAND);
  await runSiteJobs(context);
  const expected = await native(AUCKLAND, [0, 300]);
  expect((await daysOf(first)).device).toEqual(expected.device);
  expect((await daysOf(second)).device).toEqual(expected.device);
  expect((await daysOf(first)).site).toEqual(
    expected.site.map((day) => ({ ...day, energyWh: expect.closeTo(2 * day.energyWh, 5), devices: 2 })),
  );
  expect(await sql`select from site_jobs where sid = ${first.sid}`).toHaveLength(0);
});

test('includes a late report that arrives while the days are recomputed', async () => {
  const moved = await device();
  await ingestReports(context, reports(moved.sn, 0, 500));
  await ingestReports(context, reports(moved.sn, 520, 2900));
  await move(moved.sid, TOKYO);
  let between = 0;
  const ingestLate = async (): Promise<void> => {
    if (between++ === 0) await ingestReports(context, reports(moved.sn, 500, 520));
  };
  await recomputeSite(context, { sid: moved.sid, hold: ingestLate, step: async () => {}, count: async () => {} });
  expect(between).toBeGreaterThan(1);
  expect(await daysOf(moved)).toEqual(await native(TOKYO, [0, 2900]));
});

test('ingests reports in and out of order from two processes while a plant moves back and forth', async () => {
  const moved = await device();
  await ingestReports(context, reports(moved.sn, 0, 50));
  const other = connect(server.databaseUrl, { max: 4 });
  const processes: Context[] = [context, { ...context, sql: other, ...createServices(other) }];
  const batches = Array.from({ length: 25 }, (_, n) => reports(moved.sn, 50 + n * 20, 70 + n * 20));
  const order = batches.map((batch, n) => ({ batch, rank: (n * 7) % 25 })).sort((a, b) => a.rank - b.rank);
  const sending = processes.map(async (process, turn) => {
    for (const [n, { batch }] of order.entries()) if (n % 2 === turn) await ingestReports(process, batch);
  });
  const moving = (async () => {
    for (const location of [TOKYO, AUCKLAND, TOKYO, AUCKLAND]) {
      await move(moved.sid, location);
      await runSiteJobs(processes[1]!);
    }
  })();
  await Promise.all([...sending, moving]);
  expect(await daysOf(moved)).toEqual(await native(AUCKLAND, [0, 550]));
  await other.end();
});

test('commits nothing more after losing the job to another process', async () => {
  const { sid, sn } = await device();
  await ingestReports(context, reports(sn, 0, 300));
  await move(sid, TOKYO);
  const other = connect(server.databaseUrl, { max: 4 });
  const { promise: unlock, resolve: release } = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const blocker = other.begin(async (tx) => {
    await tx`select from device_live where sid = ${sid} and sn = ${sn} for update`;
    locked.resolve();
    await unlock;
  });
  // Until the row is locked, the job could finish immediately.
  await locked.promise;
  const frozen = runSiteJob(context, { sid, kind: 'recompute' });
  await until(async () => (await fenceOf(sid)) === 1);
  expect(await runSiteJob(context, { sid, kind: 'recompute' })).toBe('held');
  // The hold is expired, and expired again if the other process renewed it just then.
  const next = (async () => {
    for (;;) {
      await sql`update site_jobs set held_until = now() - interval '1 s' where sid = ${sid}`;
      const outcome = await runSiteJob(context, { sid, kind: 'recompute' });
      if (outcome !== 'held') return outcome;
    }
  })();
  await until(async () => (await fenceOf(sid)) === 2);
  release();
  await blocker;
  expect(await next).toBe('done');
  // When it comes to its first device, the job is gone, or the other process still holds it.
  expect(['gone', 'held']).toContain(await frozen);
  expect(await sql`select fold from device_live where sid = ${sid}`).toEqual([{ fold: 1 }]);
  expect(await daysOf({ sid, sn })).toEqual(await native(TOKYO, [0, 300]));
  await other.end();
});

test('ends a recomputation without an error when its plant is deleted', async () => {
  const { sid, sn } = await device();
  await ingestReports(context, reports(sn, 0, 2500));
  await move(sid, TOKYO);
  const work = runSiteJob(context, { sid, kind: 'recompute' });
  // The job may end before the first check.
  await until(async () => (await fenceOf(sid)) !== 0);
  await server.ask('site/delete', { sid }, { token });
  expect(['gone', 'done']).toContain(await work);
  await runSiteJobs(context);
  expect(await sql`select from device_days where sid = ${sid}`).toHaveLength(0);
});

test('keeps days whose samples were dropped when the plant moves', async () => {
  const { sid, sn } = await device();
  const monthly = (month: number): Reading =>
    readingOfFile({
      sn,
      at: new Date(Date.UTC(2026, month, 10, 10)),
      quantities: { powerW: 100, counterWh: 50 },
    });
  await ingestReports(context, [0, 1, 2, 3, 4, 5].map(monthly));
  const august = { now: () => new Date('2026-08-01T00:00:00Z') };
  await compactDays({ ...context, clock: august });
  await dropExpired({
    ...context,
    clock: august,
    config: { ...context.config, retentionMonths: { power: 3, grid: 3, inputs: 3 } },
  });
  const days = () => sql<{ day: string }[]>`select day from device_days where sid = ${sid} order by day`;
  const old = await days();
  await move(sid, TOKYO);
  await runSiteJobs(context);
  expect((await days()).map(({ day }) => day)).toEqual(old.map(({ day }) => day));
  await sql`delete from settings where name = 'samplesKeptFrom'`;
});

test('runs a job again that is requested again while it runs', async () => {
  const { sid, sn } = await device();
  await ingestReports(context, reports(sn, 0, 100));
  await move(sid, TOKYO);
  let isFirst = true;
  const nudges = {
    publish: () => {
      if (isFirst) void enqueueJob(sql, sid, 'recompute', clock.now());
      isFirst = false;
    },
  };
  await runSiteJob({ ...context, nudges }, { sid, kind: 'recompute' });
  await runSiteJobs(context);
  expect(await sql`select from site_jobs where sid = ${sid}`).toHaveLength(0);
});

async function fenceOf(sid: string): Promise<number | undefined> {
  const [row] = await sql<{ fence: number }[]>`select fence from site_jobs where sid = ${sid}`;
  return row?.fence;
}
