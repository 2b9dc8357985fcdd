// Makes files of samples that users asked for: one server at a time, from the beginning when it is taken over, in pieces that any server hands out.
import type { HistoryFileFailure, HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { FILE_HOURS } from '@heliograph/contract/limits.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { Context } from '../context.ts';
import { devicesWithLive } from '../live/withLive.ts';
import { type Day, daysBetween } from '../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { inChunks } from '../platform/files/chunks.ts';
import { LeaseLost } from '../platform/siteWork.ts';
import { isDiskFull } from '../platform/startupError.ts';
import { namesOfFile } from './historyFile.ts';
import { contentOf } from './historyFormats.ts';
import { readDays } from './historyParts.ts';
import { FILE_LIMITS, type FileKey, type FileLimits } from './userFiles.ts';

/** Who says nothing for so long has died or is frozen; another starts over. */
const HOLD_S = 20;
/** How often it says how far it is. */
const TELL_MS = 500;
/** Begun so often it is given up: something in it makes servers fail. */
const MAX_TRIES = 4;

interface Mine extends FileKey {
  sid: string;
  sn: string;
  start: Day;
  end: Day;
  format: HistoryFormat;
  quantities: QuantityName[];
  language: LanguageCode;
  fence: number;
  tries: number;
}

/** What its reader is told instead of a file. */
class FileFailure extends Error {
  readonly why: HistoryFileFailure;
  constructor(why: HistoryFileFailure) {
    super(why);
    this.why = why;
  }
}

/** `held`: another process has it; `gone`: it was removed, or is over. Throws what went wrong, until that was too often. */
export async function makeUserFile(
  context: Context,
  key: FileKey,
  { signal, limits = FILE_LIMITS }: { signal?: AbortSignal; limits?: FileLimits } = {},
): Promise<'done' | 'failed' | 'held' | 'gone'> {
  const { sql } = context;
  const mine = await begin(context, key);
  if (!mine) {
    const [other] = await sql`
      select from user_files where user_id = ${key.userId} and id = ${key.id} and state in ('waiting', 'running')`;
    return other ? 'held' : 'gone';
  }
  try {
    if (mine.tries > MAX_TRIES) throw new FileFailure('fault');
    await write(context, mine, limits, signal);
    return 'done';
  } catch (error) {
    if (error instanceof LeaseLost) {
      await release(context, mine).catch(() => {});
      return signal?.aborted ? 'held' : 'gone';
    }
    context.trouble.noteRefusal(error);
    const why = error instanceof FileFailure ? error.why : isDiskFull(error) ? 'noRoom' : null;
    if (why === null && mine.tries < MAX_TRIES) {
      await release(context, mine).catch(() => {});
      throw error;
    }
    if (why === null || why === 'fault') context.log.error({ err: error, ...key }, 'file not made');
    await fail(context, mine, why ?? 'fault');
    return 'failed';
  }
}

/** What an earlier holder has written of it goes: it is started over. */
async function begin({ sql }: Context, { userId, id }: FileKey): Promise<Mine | undefined> {
  return await sql.begin(async (tx) => {
    const [mine] = await tx<Mine[]>`
      update user_files set state = 'running', fence = fence + 1, tries = tries + 1, done_days = 0, bytes = 0, pieces = 0,
        held_until = now() + make_interval(secs => ${HOLD_S})
      where user_id = ${userId} and id = ${id} and state in ('waiting', 'running') and (held_until is null or held_until < now())
      returning user_id, id::text as id, about_sid as sid, about_sn as sn, start_day as start, end_day as "end", format,
        quantities, language, fence, tries`;
    if (mine) await tx`delete from user_file_pieces where user_id = ${userId} and id = ${id}`;
    return mine;
  });
}

async function write(context: Context, mine: Mine, limits: FileLimits, signal?: AbortSignal): Promise<void> {
  const { sql, clock } = context;
  const { userId, id, sid, sn, start, end, format, language, fence } = mine;
  const [device] = await sql<(Parameters<typeof namesOfFile>[0] & { timezone: string })[]>`
    select s.timezone, p.frame_profile, p.inputs, coalesce(l.quantities, '{}') as quantities
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and d.sn = ${sn}`;
  if (!device) {
    // Nobody may see it any more.
    await sql`delete from user_files where user_id = ${userId} and id = ${id}`;
    throw new LeaseLost();
  }
  const table = { sn, timezone: device.timezone, names: namesOfFile(device, mine.quantities), language, start, end };
  let done = 0;
  let toldMs = performance.now();
  const tell = async (tx: Sql | Transaction, bytes = 0): Promise<void> => {
    if (signal?.aborted) throw new LeaseLost();
    const { count } = await tx`
      update user_files set done_days = ${done}, bytes = bytes + ${bytes}, pieces = pieces + ${bytes > 0 ? 1 : 0},
        held_until = clock_timestamp() + make_interval(secs => ${HOLD_S})
      where user_id = ${userId} and id = ${id} and fence = ${fence} and state = 'running'`;
    if (count === 0) throw new LeaseLost();
    toldMs = performance.now();
  };
  const content = contentOf(format, table, async (from, to) => {
    done = daysBetween(start, from);
    if (performance.now() - toldMs > TELL_MS) await tell(sql);
    return await sql.begin('read only', (tx) => readDays(tx, { sid, sn, timezone: table.timezone }, from, to));
  });

  let piece = 0;
  let written = 0;
  for await (const bytes of inChunks(content)) {
    written += bytes.length;
    if (written > limits.bytesEach) throw new FileFailure('tooLarge');
    const [kept] = await sql<{ own: number; all: number }[]>`
      select coalesce(sum(bytes) filter (where user_id = ${userId}), 0)::int8 as own, coalesce(sum(bytes), 0)::int8 as "all" from user_files`;
    if (kept!.own + bytes.length > limits.bytesUser) throw new FileFailure('yoursFull');
    if (kept!.all + bytes.length > limits.bytesAll) throw new FileFailure('noRoom');
    await sql.begin(async (tx) => {
      // First: it locks the row, so that nobody removes the file meanwhile.
      await tell(tx, bytes.length);
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

/** Another try may begin at once. */
async function release({ sql }: Context, { userId, id, fence }: Mine): Promise<void> {
  await sql`update user_files set held_until = null where user_id = ${userId} and id = ${id} and fence = ${fence}`;
}

async function fail({ sql, clock }: Context, { userId, id, fence }: Mine, why: HistoryFileFailure): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`
      update user_files set state = 'failed', failure = ${why}, held_until = null, bytes = 0, pieces = 0,
        ends_at = ${clock.now()}::timestamptz + make_interval(hours => ${FILE_HOURS})
      where user_id = ${userId} and id = ${id} and fence = ${fence} and state = 'running'`;
    if (count > 0) await tx`delete from user_file_pieces where user_id = ${userId} and id = ${id}`;
  });
}

/** All that wait, one after the other: for tests, where no queue runs. */
export async function makeUserFiles(context: Context): Promise<void> {
  const files = await context.sql<FileKey[]>`
    select user_id, id::text as id from user_files where state in ('waiting', 'running') order by asked_at, id`;
  for (const file of files) await makeUserFile(context, file);
}
