// Figures of the whole portal in /metrics: queues and sizes from the database, and what this server has room for.
import { tmpdir } from 'node:os';
import type { Gauge } from 'prom-client';
import { BACKUP_CHECK, type BackupCheck } from '../backups/checkBackups.ts';
import type { Context } from '../context.ts';
import type { Sql } from '../platform/database/connect.ts';
import { databaseFolder, daysLeft, growthOf, readSizesByDay } from '../platform/database/databaseSizes.ts';
import { freeBytesOf } from '../platform/database/embedded/freeSpace.ts';
import { readSetting } from '../platform/database/settingRows.ts';
import {
  backupReadable,
  backupTime,
  databaseBytes,
  diskDaysLeft,
  freeDiskBytes,
  queueLength,
  queueOldest,
  runningCalls,
  unclaimedDevices,
  unsealedBytes,
  waitingCalls,
} from '../platform/metrics.ts';

/** Several scrapers share one reading. */
const CACHED_MS = 10_000;

/** Returns a function that updates the figures. While the database does not answer, its figures have no line. */
export function createPortalMetrics(context: Context): (isReady: boolean) => Promise<void> {
  const { sql, clock, log } = context;
  let readMs = Number.NEGATIVE_INFINITY;
  return async (isReady) => {
    countCalls(context);
    await measureDisk(context);
    if (!isReady) {
      // Reading them would hold up the scrape.
      removeFigures();
      readMs = Number.NEGATIVE_INFINITY;
      return;
    }
    if (performance.now() - readMs < CACHED_MS) return;
    readMs = performance.now();
    try {
      await readSizes(sql);
      await readQueues(sql, clock.now());
      await readOperation(context);
    } catch (error) {
      log.error({ err: error }, 'metrics of the database not read');
      removeFigures();
    }
  };
}

function countCalls({ reads, changes, expensiveCalls }: Context): void {
  for (const [lane, queue] of Object.entries({ reads, changes, expensive: expensiveCalls })) {
    const { running, waiting } = queue.counts();
    runningCalls.set({ lane }, running);
    waitingCalls.set({ lane }, waiting);
  }
}

async function measureDisk({ config }: Context): Promise<void> {
  freeDiskBytes.set(await freeBytesOf(databaseFolder(config) ?? tmpdir()));
}

/** Removes the lines, as 0 would be a wrong figure. */
function removeFigures(): void {
  for (const gauge of [databaseBytes, unsealedBytes, unclaimedDevices, backupTime, backupReadable, diskDaysLeft])
    gauge.remove();
  for (const gauge of [queueLength, queueOldest]) gauge.reset();
}

async function readSizes(sql: Sql): Promise<void> {
  const [sizes] = await sql<{ database: number; unsealed: number; unclaimed: number }[]>`
    select pg_database_size(current_database())::float8 as database, pg_total_relation_size('hot_samples')::float8 as unsealed,
      (select count(*)::int from serial_numbers where sid is null and first_seen_at is not null and restricted_at is null) as unclaimed`;
  databaseBytes.set(sizes!.database);
  unsealedBytes.set(sizes!.unsealed);
  unclaimedDevices.set(sizes!.unclaimed);
}

async function readOperation({ sql, config }: Context): Promise<void> {
  const backup = await readSetting<BackupCheck>(sql, BACKUP_CHECK);
  const folder = databaseFolder(config);
  const free = folder === undefined ? null : await freeBytesOf(folder);
  setOrRemove(backupReadable, backup ? Number(backup.fault === null) : null);
  setOrRemove(backupTime, backup?.madeIso ? Date.parse(backup.madeIso) / 1000 : null);
  setOrRemove(diskDaysLeft, daysLeft(free, growthOf(await readSizesByDay(sql))));
}

function setOrRemove(gauge: Gauge, value: number | null): void {
  if (value === null) gauge.remove();
  else gauge.set(value);
}

async function readQueues(sql: Sql, at: Date): Promise<void> {
  const queues = await sql<{ queue: string; length: number; since: Date | null }[]>`
    select 'mails' as queue, count(*)::int as length, min(made_at) as since from mails where state = 'waiting'
    union all select 'webhooks', count(*)::int, min(d.made_at)
      from deliveries d join channels c on c.id = d.channel_id where d.state = 'waiting' and c.kind = 'webhook'
    union all select 'push', count(*)::int, min(d.made_at)
      from deliveries d join channels c on c.id = d.channel_id where d.state = 'waiting' and c.kind = 'push'
    union all select 'exports', count(*)::int, min(asked_at) from user_files where state in ('waiting', 'running')
    union all select 'archives', count(*)::int, min(asked_at) from account_archives where state = 'waiting'
    union all select 'plantJobs', count(*)::int, min(started_at) from site_jobs`;
  for (const { queue, length, since } of queues) {
    queueLength.set({ queue }, length);
    queueOldest.set({ queue }, since === null ? 0 : Math.max(0, (at.getTime() - since.getTime()) / 1000));
  }
}
