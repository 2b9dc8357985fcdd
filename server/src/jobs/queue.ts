// The queue of work beside requests, on pg-boss: what changes of plants leave behind, files that users asked for, and timed work that one server does.
import { SITE_JOB_KINDS, type SiteJobKind } from '@heliograph/contract/siteJobs.ts';
import type pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Context } from '../context.ts';
import { connectPlain, type Sql } from '../platform/database/connect.ts';
import { JOBS_CHANNEL } from '../platform/database/siteJobs.ts';
import { underStartLock } from '../platform/database/startLock.ts';
import { makeUserFile } from '../readings/makeFiles.ts';
import { type FileKey, filesWaiting } from '../readings/userFiles.ts';
import type { TimedJob } from './schedule.ts';
import { runSiteJob } from './siteJobs/runSiteJobs.ts';

/** Who has not been heard for so long has died or is frozen: its job is given to another. */
const HEARTBEAT_S = 20;
/** How often each server looks for such. */
const SUPERVISE_S = 10;
/** Notifications wake workers; this is for those that got lost. */
const POLL_S = 60;
/** pg-boss wants an end; work is in small steps and lives as long as its heartbeat. */
const LONGEST_S = 23 * 3600;
/** Its tables stay in one place when the database is distributed; elsewhere this says nothing. */
const OWN_TABLES = { 'citus.enable_ddl_propagation': 'off' };
/** Work that was asked for while no queue heard it, or whose holder has gone. */
const LOOK_S = 30;

const siteQueue = (kind: SiteJobKind): string => `site.${kind}`;
const timedQueue = (name: string): string => `timed.${name}`;
/** One at a time on each server, as plants are. */
const FILES_QUEUE = 'userFiles';
/** So many plants at a time on each server: other requests come first. */
const AT_ONCE: Record<SiteJobKind, number> = {
  recompute: 1,
  takeKept: 2,
  removeHistory: 1,
  readFlows: 1,
  moveHistory: 1,
  findPeaks: 1,
};

/** Begins to work; returns how to stop. Work under way ends at its next step and goes on elsewhere, or at the next start. */
export async function startQueue(
  context: Context,
  databaseUrl: string,
  timed: Record<string, TimedJob>,
): Promise<() => Promise<void>> {
  const { sql, log } = context;
  const stopping = new AbortController();
  // One connection: pg-boss sends its transactions as texts of their own.
  const pool = connectPlain(databaseUrl, { max: 1, settings: OWN_TABLES });
  const boss = new PgBoss({
    db: databaseFor(pool, sql),
    schema: 'pgboss',
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    maintenanceIntervalSeconds: 3600,
    queueCacheIntervalSeconds: 3600,
    flowIntervalSeconds: 3600,
    bamIntervalSeconds: 3600,
    monitorVacuum: false,
  });
  const tellError = (error: unknown): void => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the queue of jobs');
  };
  boss.on('error', tellError);
  boss.on('warning', (warning) => log.warn(warning, 'the queue of jobs'));
  try {
    await underStartLock(sql, () => openQueues(boss, timed));
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    await pool.end();
    throw error;
  }

  const idle = (): boolean => stopping.signal.aborted || context.trouble.now() !== undefined;
  const send = (kind: SiteJobKind, sid: string): void => {
    if (idle()) return;
    boss.send(siteQueue(kind), { sid }, { singletonKey: sid }).catch(tellError);
  };
  const sendFile = (file: FileKey): void => {
    if (idle()) return;
    boss.send(FILES_QUEUE, { ...file }, { singletonKey: file.id }).catch(tellError);
  };
  const look = async (): Promise<void> => {
    if (idle()) return;
    const rows = await sql<{ sid: string; kind: SiteJobKind }[]>`
      select sid, kind from site_jobs where held_until is null or held_until < now() limit 1000`;
    for (const { sid, kind } of rows) send(kind, sid);
    for (const file of await filesWaiting(sql)) sendFile(file);
  };

  const work = { notifyPollingIntervalSeconds: POLL_S, pollingIntervalSeconds: 5 };
  const workOn = async (kind: SiteJobKind): Promise<void> => {
    const worker: string = await boss.work<{ sid: string }>(siteQueue(kind), work, async ([job]) => {
      const signal = AbortSignal.any([job!.signal, stopping.signal]);
      try {
        return await runSiteJob(context, { sid: job!.data.sid, kind }, signal);
      } finally {
        // Or it would rest until the next notification or poll, however many jobs are waiting.
        boss.notifyWorker(worker);
      }
    });
  };
  for (const kind of SITE_JOB_KINDS) for (let n = 0; n < AT_ONCE[kind]; n++) await workOn(kind);
  const files: string = await boss.work<FileKey>(FILES_QUEUE, work, async ([job]) => {
    try {
      const signal = AbortSignal.any([job!.signal, stopping.signal]);
      return await makeUserFile(context, job!.data, { signal });
    } finally {
      boss.notifyWorker(files);
    }
  });
  const timers: NodeJS.Timeout[] = [];
  let own: Promise<unknown> = Promise.resolve();
  for (const [name, { everyS, alone, run }] of Object.entries(timed)) {
    const runHere = async (signal: AbortSignal): Promise<void> => {
      if (!idle()) await run(context, signal);
    };
    let ask = (): void => {
      own = own.then(() => runHere(stopping.signal)).catch(tellError);
    };
    if (alone) {
      await boss.work(timedQueue(name), work, ([job]) => runHere(AbortSignal.any([job!.signal, stopping.signal])));
      ask = () => {
        // Of all servers one asks within each stretch of time.
        if (!idle()) boss.send(timedQueue(name), {}, { singletonSeconds: everyS }).catch(tellError);
      };
    }
    ask();
    timers.push(setInterval(ask, everyS * 1000));
  }
  const listening = await sql.listen(
    JOBS_CHANNEL,
    (said) => {
      const [kind, about, id] = said.split(' ') as [SiteJobKind | 'file', string, string?];
      if (kind === 'file') sendFile({ userId: Number(about), id: id! });
      else if (SITE_JOB_KINDS.includes(kind)) send(kind, about);
    },
    // At the start, and after a lost connection: something may have been asked for meanwhile.
    () => void look().catch(tellError),
  );
  timers.push(setInterval(() => void look().catch(tellError), LOOK_S * 1000));
  for (const timer of timers) timer.unref();

  return async () => {
    stopping.abort();
    for (const timer of timers) clearInterval(timer);
    await listening.unlisten().catch(() => {});
    await own;
    await boss.stop({ timeout: 5_000 }).catch(() => {});
    await pool.end();
  };
}

async function openQueues(boss: PgBoss, timed: Record<string, TimedJob>): Promise<void> {
  await boss.start();
  const shared = {
    notify: true,
    heartbeatSeconds: HEARTBEAT_S,
    expireInSeconds: LONGEST_S,
    deleteAfterSeconds: 24 * 3600,
  };
  const again = { ...shared, retryLimit: 10, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 };
  // One waits for each plant and file; who holds the work itself is in its row of site_jobs, of user_files.
  for (const kind of SITE_JOB_KINDS) await queue(siteQueue(kind), again, 'short');
  await queue(FILES_QUEUE, again, 'short');
  for (const [name, { alone }] of Object.entries(timed)) {
    // Nothing waits behind the one that runs: the next stretch of time asks again.
    if (alone) await queue(timedQueue(name), { ...shared, retryLimit: 0, deleteAfterSeconds: 3600 }, 'exclusive');
  }

  async function queue(name: string, options: object, policy: string): Promise<void> {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy });
  }
}

/** pg-boss speaks over a connection of its own and listens on the one that the server has anyway. */
function databaseFor(pool: pg.Pool, listener: Sql): NonNullable<ConstructorOptions['db']> {
  return {
    async executeSql(text, values = []) {
      // Several statements in one text give several results.
      const results: pg.QueryResult[] = [await pool.query(text, values as unknown[])].flat();
      return { rows: results.flatMap(({ rows }) => rows) };
    },
    async listen(channel, onNotification, onReconnect) {
      const { unlisten } = await listener.listen(channel, onNotification, onReconnect);
      return { close: unlisten };
    },
  };
}
