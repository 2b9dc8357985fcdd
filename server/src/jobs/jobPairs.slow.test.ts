// Tests that no two jobs, nor a job and late reports, abort each other by a deadlock when they write the same days at the same moment.
import { SITE_JOB_KINDS } from '@heliograph/contract/siteJobs.ts';
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { isCluster } from '../../test/cluster.ts';
import { makeUser } from '../../test/factories.ts';
import { judgedPlant } from '../../test/judgedPlant.ts';
import { sampled } from '../../test/sampling.ts';
import { testServer } from '../../test/testServer.ts';
import { until } from '../../test/until.ts';
import type { Context } from '../context.ts';
import { readingOfFile } from '../families/rows.ts';
import { ingestHistory } from '../ingest/ingestHistory.ts';
import { ingestReports } from '../ingest/ingestReports.ts';
import { connect, type Transaction } from '../platform/database/connect.ts';
import { enqueueJob } from '../platform/database/siteJobs.ts';
import { emptyColumns } from '../samples/block.ts';
import { createServices } from '../services.ts';
import { timedJobs } from './schedule.ts';
import { runSiteJob } from './siteJobs/runSiteJobs.ts';

const server = await testServer();
const { sql, clock } = server;
/** Holds the gate and looks who waits for it: connections that no job uses. */
const control = connect(server.databaseUrl, { max: 2, limits: { statementS: 60, lockS: 15, idleS: 0 } });
afterAll(() => control.end());

clock.set('2026-06-14T23:00:00Z');
/** The first ones are so old that their aggregate states are pruned. */
const DAYS = ['2026-06-02', '2026-06-03', '2026-06-04', '2026-06-12', '2026-06-13'];
const { companyId } = await makeUser(sql);
const { sid, one, other, day: makeDay } = await judgedPlant(sql, companyId);
for (const day of DAYS) await makeDay(day, () => 0.8);

let lateMs = 0;
/** Returns reports of all days that have not arrived before, of both devices. */
function lateReports(sn: string) {
  lateMs += 1_000;
  return DAYS.map((day) => ({
    sn,
    at: new Date(Date.parse(`${day}T10:02:00Z`) + lateMs),
    quantities: { powerW: 300 },
  }));
}

function lateHistory(sn: string) {
  const atMs = lateReports(sn).map(({ at }) => at.getTime());
  const columns = { ...emptyColumns(atMs.length), atMs: Float64Array.from(atMs) };
  return { sn, columns: { ...columns, values: { powerW: Float64Array.from(atMs, () => 300) } } };
}

type Job = (context: Context) => Promise<unknown>;
const PLANT_JOBS = SITE_JOB_KINDS.filter((kind) => kind !== 'removeHistory');
const jobs = new Map<string, Job>([
  ['late reports', (context) => ingestReports(context, [other, one].flatMap(lateReports).map(readingOfFile))],
  ['late history', (context) => ingestHistory(context, [other, one].map(lateHistory))],
  ...PLANT_JOBS.map((kind): [string, Job] => [kind, (context) => runSiteJob(context, { sid, kind })]),
  ...Object.entries(timedJobs).map(([name, { run }]): [string, Job] => [
    name,
    (context) => run(context, new AbortController().signal),
  ]),
]);

/** Rows in the middle of those that jobs write: a job that waits for one of them has locked others before. */
const GATES = {
  'a day of the plant': (tx: Transaction) =>
    tx`select from site_days where sid = ${sid} and day = ${DAYS[1]!} for update`,
  'a day of a device': (tx: Transaction) =>
    tx`select from device_days where sid = ${sid} and sn = ${one} and day = ${DAYS[1]!} for update`,
};
type Gate = keyof typeof GATES;

/** Plans of a large table, whose statements meet rows in the order in which they are stored. */
const PLANS = { enable_nestloop: 'off', enable_mergejoin: 'off', enable_indexscan: 'off', enable_bitmapscan: 'off' };

/** Gives these jobs something to do again, and stores the plant's days in another order than that of the calendar. */
async function reopen(names: readonly (string | undefined)[]): Promise<void> {
  await begin('late reports', []).ended();
  await sql`
    with days as (delete from site_days where sid = ${sid} returning *)
    insert into site_days select * from days order by day desc`;
  await sql`
    with days as (delete from device_days where sid = ${sid} returning *)
    insert into device_days select * from days order by day desc, sn`;
  await sql`
    update site_days set peak_known = ${names.includes('findPeaks')}, modules_judged = false where sid = ${sid}`;
  await sql`update device_days set input_shares = null where sid = ${sid}`;
  await sql`update device_live set version = version + 1, fold_timezone = 'UTC', fold_latitude = 1, fold_longitude = 1 where sid = ${sid}`;
  for (const kind of PLANT_JOBS) await enqueueJob(sql, sid, kind, clock.now());
}

const waiting = async (): Promise<number[]> =>
  (
    await control<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  ).map(({ pid }) => pid);

/** A job that began; `isStopped`: it has ended, or waits for a lock. */
function begin(name: string, known: readonly number[]) {
  const pool = connect(server.databaseUrl, { max: 4, settings: PLANS });
  const faults: string[] = [];
  const note = (text: unknown) => void (String(text).includes('deadlock') && faults.push(`${name}: ${text}`));
  const log = pino({ level: 'warn' }, { write: note });
  const context = { ...server.context, log, ...createServices(pool), sql: pool };
  let hasEnded = false;
  const ended = jobs.get(name)!(context)
    .catch(note)
    .finally(() => {
      hasEnded = true;
    });
  const own = async () => (await waiting()).filter((pid) => !known.includes(pid));
  return {
    async stopped(): Promise<number[]> {
      let pids = await own();
      await until(async () => {
        pids = await own();
        return pids.length > 0 || hasEnded;
      });
      return pids;
    },
    async ended(): Promise<string[]> {
      await ended;
      await pool.end();
      return faults;
    },
  };
}

const sessions = async (): Promise<number[]> =>
  (await control<{ pid: number }[]>`select pid from pg_stat_activity where datname = current_database()`).map(
    ({ pid }) => pid,
  );

/** Returns how many transactions of ended sessions were aborted because of a deadlock, also those that were repeated. */
async function countDeadlocks(): Promise<number> {
  const [row] = await control<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`;
  return row!.deadlocks;
}

/**
 * Runs one job until it waits at the gate, then another one until it waits as well or has ended, and opens the gate.
 * Returns their deadlocks; null: the first job does not wait at the gate.
 */
async function deadlocksOf(gate: Gate, first: string, second?: string): Promise<string[] | null> {
  await reopen([first, second]);
  const [known, before] = await Promise.all([sessions(), countDeadlocks()]);
  const begun: ReturnType<typeof begin>[] = [];
  const waits = await control.begin(async (tx) => {
    await GATES[gate](tx);
    const earlier = begin(first, []);
    begun.push(earlier);
    const pids = await earlier.stopped();
    if (pids.length === 0 || second === undefined) return pids.length > 0;
    const later = begin(second, pids);
    begun.push(later);
    await later.stopped();
    return true;
  });
  const faults = (await Promise.all(begun.map((job) => job.ended()))).flat();
  // A session counts its deadlocks when it ends.
  await until(async () => (await sessions()).every((pid) => known.includes(pid)));
  const count = (await countDeadlocks()) - before;
  if (!waits) return null;
  return count === 0 ? faults : [`${count} of ${first} and ${second}`, ...faults];
}

// A cluster shows who waits for a lock on the plant's own node only.
for (const gate of Object.keys(GATES) as Gate[]) {
  test.runIf(!isCluster)(
    `no job or late report deadlocks with another one that waits for ${gate}`,
    async () => {
      const waiters: string[] = [];
      for (const name of jobs.keys()) if ((await deadlocksOf(gate, name)) !== null) waiters.push(name);
      expect(waiters).toContain('late reports');
      const pairs = waiters.flatMap((first) => [...jobs.keys()].map((second) => [first, second] as const));
      const found: string[] = [];
      for (const [first, second] of sampled(pairs, 10)) found.push(...((await deadlocksOf(gate, first, second)) ?? []));
      expect(found).toEqual([]);
    },
    600_000,
  );
}
