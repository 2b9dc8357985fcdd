// The queue of background work, on pg-boss: jobs that changes of plants leave behind, exports of samples, and timed jobs that one server runs.
import { SITE_JOB_KINDS, type SiteJobKind } from '@heliograph/contract/siteJobs.ts';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Context } from '../context.ts';
import { connectPlain, type PlainPool } from '../platform/database/connect.ts';
import { JOBS_CHANNEL } from '../platform/database/siteJobs.ts';
import { underStartLock } from '../platform/database/startLock.ts';
import { jobFailures, jobLastSuccess } from '../platform/metrics.ts';
import { runInThread } from '../platform/threadJobs.ts';
import { makeUserFile } from '../readings/makeFiles.ts';
import { type FileKey, filesWaiting, nextFile } from '../readings/userFiles.ts';
import type { TimedJob } from './schedule.ts';
import { runSiteJob } from './siteJobs/runSiteJobs.ts';

/** A worker without a heartbeat for this time has died or is frozen: its job goes to another one. */
const HEARTBEAT_S = 20;
/** How often each server looks for such workers. */
const SUPERVISE_S = 10;
/** Polling interval of workers; it only matters for lost notifications, which normally wake them. */
const POLL_S = 60;
/** pg-boss requires a limit; jobs work in small steps and live as long as their heartbeat. */
const MAX_RUN_S = 23 * 3600;
/** How often each server looks for work without a job in the queue, because its notification or its holder was lost. */
const ENQUEUE_S = 30;
/** Keeps its tables on one node when the database is distributed; has no effect elsewhere. */
const OWN_TABLES = { 'citus.enable_ddl_propagation': 'off' };

const siteQueue = (kind: SiteJobKind): string => `site.${kind}`;
const timedQueue = (name: string): string => `timed.${name}`;
/** Queue of exports: one file at a time on each server. */
const FILES_QUEUE = 'userFiles';
/** Plants processed at a time on each server; low, because requests have priority. */
const CONCURRENCY: Record<SiteJobKind, number> = {
  recompute: 1,
  takeKept: 2,
  removeHistory: 1,
  readFlows: 1,
  moveHistory: 1,
  findPeaks: 1,
};
const WORKER = { notifyPollingIntervalSeconds: POLL_S, pollingIntervalSeconds: 5 };

interface Queue {
  context: Context;
  boss: PgBoss;
  /** Aborted when the server stops. */
  stopping: AbortSignal;
  logError(error: unknown): void;
}

/** Starts the workers; returns a function that stops them. A running job ends at its next step and continues on another server, or at the next start. */
export async function startQueue(
  context: Context,
  databaseUrl: string,
  timed: Record<string, TimedJob>,
): Promise<() => Promise<void>> {
  const { sql, log } = context;
  const stopping = new AbortController();
  const logError = (error: unknown): void => {
    if (!stopping.signal.aborted) log.error({ err: error }, 'the queue of jobs');
  };
  // One connection: pg-boss sends each transaction as one text.
  const pool = connectPlain(databaseUrl, { max: 1, settings: OWN_TABLES });
  const boss = createBoss(pool, context);
  boss.on('error', logError);
  boss.on('warning', (warning) => log.warn(warning, 'the queue of jobs'));
  const queue: Queue = { context, boss, stopping: stopping.signal, logError };
  let timers: Timers | undefined;
  let requests: Awaited<ReturnType<typeof followRequests>>;
  try {
    await underStartLock(sql, () => openQueues(boss, timed));
    await startWorkers(queue);
    timers = await startTimedJobs(queue, timed);
    requests = await followRequests(queue);
  } catch (error) {
    stopping.abort();
    timers?.clear();
    await boss.stop({ graceful: false }).catch(() => {});
    await pool.end();
    throw error;
  }

  return async () => {
    stopping.abort();
    timers.clear();
    await requests.close();
    await timers.finished();
    await boss.stop({ timeout: 5_000 }).catch(() => {});
    await pool.end();
    context.partHealth.remove('background jobs');
  };
}

function createBoss(pool: PlainPool, context: Context): PgBoss {
  return new PgBoss({
    db: databaseFor(pool, context),
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
}

/** Nothing is started while the server stops or its database is in trouble. */
const isPaused = ({ context, stopping }: Queue): boolean =>
  stopping.aborted || context.databaseHealth.now() !== undefined;

async function startWorkers(queue: Queue): Promise<void> {
  const { context } = queue;
  for (const kind of SITE_JOB_KINDS) {
    for (let n = 0; n < CONCURRENCY[kind]; n++) {
      await startWorker<{ sid: string }>(queue, siteQueue(kind), ({ sid }, signal) =>
        runSiteJob(context, { sid, kind }, signal),
      );
    }
  }
  await startWorker(queue, FILES_QUEUE, (_, signal) => makeNextFile(context, signal));
}

/** Each job is one turn: it makes the file whose turn it is, not always the one that it was enqueued for. */
async function makeNextFile(context: Context, signal: AbortSignal): Promise<unknown> {
  for (;;) {
    const file = await nextFile(context.sql);
    if (!file) return 'gone';
    const job = { job: 'userFile', data: file, signal } as const;
    const result = await runInThread(context, job, () => makeUserFile(context, file, { signal }));
    // Another server was quicker: the next one is another file.
    if (result !== 'held' || signal.aborted) return result;
  }
}

async function startWorker<T extends object>(
  { boss, stopping }: Queue,
  name: string,
  run: (data: T, signal: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const worker: string = await boss.work<T>(name, WORKER, async ([job]) => {
    if (!job) return;
    try {
      return await run(job.data, AbortSignal.any([job.signal, stopping]));
    } finally {
      // Otherwise it would sleep until the next notification or poll, even if jobs are waiting.
      boss.notifyWorker(worker);
    }
  });
}

interface Timers {
  clear(): void;
  /** Waits for this server's own timed jobs. */
  finished(): Promise<unknown>;
}

async function startTimedJobs(queue: Queue, timed: Record<string, TimedJob>): Promise<Timers> {
  const { context, boss, stopping, logError } = queue;
  const timers: NodeJS.Timeout[] = [];
  let running: Promise<unknown> = Promise.resolve();
  for (const [name, { everyS, isExclusive, run }] of Object.entries(timed)) {
    const runUnlessPaused = async (signal: AbortSignal): Promise<void> => {
      if (isPaused(queue)) return;
      await run(context, signal).catch((error: unknown) => {
        if (!stopping.aborted) jobFailures.inc({ timed_job: name });
        throw error;
      });
      jobLastSuccess.setToCurrentTime({ timed_job: name });
    };
    let trigger = (): void => {
      running = running.then(() => runUnlessPaused(stopping)).catch(logError);
    };
    if (isExclusive) {
      await boss.work(timedQueue(name), WORKER, async ([job]) => {
        if (job) await runUnlessPaused(AbortSignal.any([job.signal, stopping]));
      });
      trigger = () => {
        // Only one server enqueues it within each interval.
        if (!isPaused(queue)) boss.send(timedQueue(name), {}, { singletonSeconds: everyS }).catch(logError);
      };
    }
    trigger();
    timers.push(setInterval(trigger, everyS * 1000).unref());
  }
  return {
    clear() {
      for (const timer of timers) clearInterval(timer);
    },
    finished: () => running,
  };
}

/** Enqueues work when it is requested, and work that was requested before the start or while notifications were lost. */
async function followRequests(queue: Queue): Promise<{ close(): Promise<void> }> {
  const { context, boss, logError } = queue;
  const { sql } = context;
  const sendJob = (kind: SiteJobKind, sid: string): void => {
    if (isPaused(queue)) return;
    boss.send(siteQueue(kind), { sid }, { singletonKey: sid }).catch(logError);
  };
  const sendFile = (file: FileKey): void => {
    if (isPaused(queue)) return;
    boss.send(FILES_QUEUE, { ...file }, { singletonKey: file.id }).catch(logError);
  };
  const enqueueWaiting = async (): Promise<void> => {
    if (isPaused(queue)) return;
    const rows = await sql<{ sid: string; kind: SiteJobKind }[]>`
      select sid, kind from site_jobs where held_until is null or held_until < now() limit 1000`;
    for (const { sid, kind } of rows) sendJob(kind, sid);
    for (const file of await filesWaiting(sql)) sendFile(file);
  };
  const subscription = await sql.listen(
    JOBS_CHANNEL,
    (payload) => {
      const [kind = '', about = '', id = ''] = payload.split(' ');
      if (kind === 'file') sendFile({ userId: Number(about), id });
      else if (isSiteJobKind(kind)) sendJob(kind, about);
    },
    () => void enqueueWaiting().catch(logError),
  );
  const timer = setInterval(() => {
    if (sql.isListening()) context.partHealth.recordSuccess('database notifications');
    void enqueueWaiting().catch(logError);
  }, ENQUEUE_S * 1000).unref();
  context.partHealth.recordSuccess('database notifications');
  return {
    async close() {
      clearInterval(timer);
      context.partHealth.remove('database notifications');
      await subscription.unlisten().catch(() => {});
    },
  };
}

const isSiteJobKind = (text: string): text is SiteJobKind => (SITE_JOB_KINDS as readonly string[]).includes(text);

async function openQueues(boss: PgBoss, timed: Record<string, TimedJob>): Promise<void> {
  await boss.start();
  const shared = {
    notify: true,
    heartbeatSeconds: HEARTBEAT_S,
    expireInSeconds: MAX_RUN_S,
    deleteAfterSeconds: 24 * 3600,
  };
  const retried = { ...shared, retryLimit: 10, retryDelay: 2, retryBackoff: true, retryDelayMax: 60 };
  // At most one job waits for each plant and file; the row in site_jobs or user_files records its holder.
  for (const kind of SITE_JOB_KINDS) await queue(siteQueue(kind), retried, 'short');
  await queue(FILES_QUEUE, retried, 'short');
  for (const [name, { isExclusive }] of Object.entries(timed)) {
    // No job waits behind the running one: the next interval enqueues it again.
    if (isExclusive) await queue(timedQueue(name), { ...shared, retryLimit: 0, deleteAfterSeconds: 3600 }, 'exclusive');
  }

  async function queue(name: string, options: object, policy: string): Promise<void> {
    if (await boss.getQueue(name)) await boss.updateQueue(name, options);
    else await boss.createQueue(name, { ...options, policy });
  }
}

/** pg-boss runs statements on a connection of its own and listens on the server's. */
function databaseFor(pool: PlainPool, { sql, partHealth }: Context): NonNullable<ConstructorOptions['db']> {
  return {
    async executeSql(text, values = []) {
      const results = await pool.query(text, values as unknown[]);
      partHealth.recordSuccess('background jobs');
      return { rows: results.flatMap(({ rows }) => rows) };
    },
    async listen(channel, onNotification, onReconnect) {
      const { unlisten } = await sql.listen(channel, onNotification, onReconnect);
      return { close: unlisten };
    },
  };
}
