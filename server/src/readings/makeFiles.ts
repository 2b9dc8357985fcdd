// Makes the sample files that users requested: on one server at a time, restarted when another takes over, in pieces that any server delivers.
import type { HistoryFileFailure, HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { FILE_HOURS } from '@heliograph/contract/limits.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Context } from '../context.ts';
import type { SayingDevice } from '../families/families.ts';
import { devicesWithLive } from '../live/withLive.ts';
import { type Day, daysBetween } from '../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { inChunks } from '../platform/files/chunks.ts';
import { LeaseLost } from '../platform/siteWork.ts';
import { isDiskFull } from '../platform/startupError.ts';
import { namesOfFile } from './historyFile.ts';
import { contentOf, type HistoryTable } from './historyFormats.ts';
import { readDays } from './historyParts.ts';
import { chosenDevices, plantDevices } from './plantDevices.ts';
import { FILE_LIMITS, type FileKey, type FileLimits } from './userFiles.ts';

/** Lease of a server; one that does not renew it has died or is frozen, and another starts over. */
const LEASE_S = 20;
/** How often the progress is stored. */
const PROGRESS_MS = 500;
/** Attempts after which a file is given up, as something in it makes servers fail. */
const MAX_TRIES = 4;

interface Job extends FileKey {
  sid: string;
  /** Null: devices of the plant. */
  sn: string | null;
  /** Chosen devices of the plant; empty: all. */
  sns: string[];
  start: Day;
  end: Day;
  format: HistoryFormat;
  quantities: QuantityName[];
  language: LanguageCode;
  fence: number;
  tries: number;
}

/** Failure that the user sees instead of a file. */
class FileFailure extends Error {
  readonly why: HistoryFileFailure;
  constructor(why: HistoryFileFailure) {
    super(why);
    this.why = why;
  }
}

/** Makes a file. `held`: another process is making it; `gone`: it was removed or is finished. Rethrows errors until there were too many. */
export async function makeUserFile(
  context: Context,
  key: FileKey,
  { signal, limits = FILE_LIMITS }: { signal?: AbortSignal; limits?: FileLimits } = {},
): Promise<'done' | 'failed' | 'held' | 'gone'> {
  const { sql } = context;
  const job = await begin(context, key);
  if (!job) {
    const [other] = await sql`
      select from user_files where user_id = ${key.userId} and id = ${key.id} and state in ('waiting', 'running')`;
    return other ? 'held' : 'gone';
  }
  try {
    if (job.tries > MAX_TRIES) throw new FileFailure('fault');
    await write(context, job, limits, signal);
    return 'done';
  } catch (error) {
    if (error instanceof LeaseLost) {
      await release(context, job).catch(() => {});
      return signal?.aborted ? 'held' : 'gone';
    }
    context.databaseHealth.recordFailure(error);
    const why = error instanceof FileFailure ? error.why : isDiskFull(error) ? 'noRoom' : null;
    if (why === null && job.tries < MAX_TRIES) {
      await release(context, job).catch(() => {});
      throw error;
    }
    if (why === null || why === 'fault') context.log.error({ err: error, ...key }, 'file not made');
    await fail(context, job, why ?? 'fault');
    return 'failed';
  }
}

/** Starts a file over: acquires the lease and deletes what an earlier holder has written. Undefined: it is held, finished or removed. */
async function begin({ sql }: Context, { userId, id }: FileKey): Promise<Job | undefined> {
  return await sql.begin(async (tx) => {
    const [job] = await tx<Job[]>`
      update user_files set state = 'running', fence = fence + 1, tries = tries + 1, done_days = 0, bytes = 0, pieces = 0,
        begun_at = clock_timestamp(), held_until = now() + make_interval(secs => ${LEASE_S})
      where user_id = ${userId} and id = ${id} and state in ('waiting', 'running') and (held_until is null or held_until < now())
      returning user_id, id::text as id, about_sid as sid, about_sn as sn, sns, start_day as start, end_day as "end", format,
        quantities, language, fence, tries`;
    if (job) await tx`delete from user_file_pieces where user_id = ${userId} and id = ${id}`;
    return job;
  });
}

async function write(context: Context, job: Job, limits: FileLimits, signal?: AbortSignal): Promise<void> {
  const { sql, clock } = context;
  const { userId, id, sid, start, end, format, fence } = job;
  const table = await readTable(sql, job);
  if (!table) {
    // The device or the plant no longer exists, so nobody may see the file.
    await sql`delete from user_files where user_id = ${userId} and id = ${id}`;
    throw new LeaseLost();
  }
  const { devices, timezone } = table;
  const rangeDays = daysBetween(start, end) + 1;
  let done = 0;
  let renewedMs = performance.now();
  const renew = async (tx: Sql | Transaction, bytes = 0): Promise<void> => {
    if (signal?.aborted) throw new LeaseLost();
    const { count } = await tx`
      update user_files set done_days = ${done}, days = ${devices.length * rangeDays}, device_count = ${devices.length}, bytes = bytes + ${bytes}, pieces = pieces + ${bytes > 0 ? 1 : 0},
        held_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      where user_id = ${userId} and id = ${id} and fence = ${fence} and state = 'running'`;
    if (count === 0) throw new LeaseLost();
    renewedMs = performance.now();
  };
  const content = contentOf(format, table, async (sn, from, to) => {
    done = devices.indexOf(sn) * rangeDays + daysBetween(start, from);
    if (performance.now() - renewedMs > PROGRESS_MS) await renew(sql);
    return await sql.begin('read only', (tx) => readDays(tx, { sid, sn, timezone }, from, to));
  });

  let piece = 0;
  let written = 0;
  for await (const bytes of inChunks(content)) {
    written += bytes.length;
    if (written > limits.bytesEach) throw new FileFailure('tooLarge');
    const [usage] = await sql<{ own: number; all: number }[]>`
      select coalesce(sum(bytes) filter (where user_id = ${userId}), 0)::int8 as own, coalesce(sum(bytes), 0)::int8 as "all" from user_files`;
    if (usage!.own + bytes.length > limits.bytesUser) throw new FileFailure('yoursFull');
    if (usage!.all + bytes.length > limits.bytesAll) throw new FileFailure('noRoom');
    await sql.begin(async (tx) => {
      // First, as it locks the row, so that nobody removes the file meanwhile.
      await renew(tx, bytes.length);
      await tx`insert into user_file_pieces (user_id, id, piece, bytes) values (${userId}, ${id}, ${piece}, ${bytes})`;
    });
    piece++;
  }
  const at = clock.now();
  const { count } = await sql`
    update user_files set state = 'ready', done_days = days, held_until = null, ready_at = ${at},
      ends_at = ${at}::timestamptz + make_interval(hours => ${FILE_HOURS})
    where user_id = ${userId} and id = ${id} and fence = ${fence} and state = 'running'`;
  if (count === 0) throw new LeaseLost();
}

/** Reads what the file is of, as it is now. Undefined: the plant or the device no longer exists. */
async function readTable(sql: Sql, job: Job): Promise<HistoryTable | undefined> {
  const { sid, sn, sns, language, start, end } = job;
  if (sn === null) {
    const [site] = await sql<{ sid: string; name: string; timezone: string }[]>`
      select sid, name, timezone from sites where sid = ${sid}`;
    if (!site) return undefined;
    const devices = chosenDevices(await plantDevices(sql, site, start), sns);
    if (devices.length === 0) return undefined;
    const { name: title, timezone } = site;
    const names = namesOfFile(devices, job.quantities);
    return { title, devices: devices.map((device) => device.sn), withSn: true, timezone, names, language, start, end };
  }
  const [device] = await sql<(SayingDevice & { timezone: string })[]>`
    select s.timezone, p.frame_profile, p.inputs, coalesce(l.quantities, '{}') as quantities
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and d.sn = ${sn}`;
  if (!device) return undefined;
  const names = namesOfFile([device], job.quantities);
  return { title: sn, devices: [sn], withSn: false, timezone: device.timezone, names, language, start, end };
}

/** Releases the lease, so that another attempt may start at once. */
async function release({ sql }: Context, { userId, id, fence }: Job): Promise<void> {
  await sql`update user_files set held_until = null where user_id = ${userId} and id = ${id} and fence = ${fence}`;
}

async function fail({ sql, clock }: Context, { userId, id, fence }: Job, why: HistoryFileFailure): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`
      update user_files set state = 'failed', failure = ${why}, held_until = null, bytes = 0, pieces = 0,
        ends_at = ${clock.now()}::timestamptz + make_interval(hours => ${FILE_HOURS})
      where user_id = ${userId} and id = ${id} and fence = ${fence} and state = 'running'`;
    if (count > 0) await tx`delete from user_file_pieces where user_id = ${userId} and id = ${id}`;
  });
}

/** Makes all waiting files, one after the other: for tests, where no queue runs. */
export async function makeUserFiles(context: Context): Promise<void> {
  const files = await context.sql<FileKey[]>`
    select user_id, id::text as id from user_files where state in ('waiting', 'running') order by asked_at, id`;
  for (const file of files) await makeUserFile(context, file);
}
