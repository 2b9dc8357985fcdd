// Creates account archives: one server at a time, from the start when another takes over, stored in pieces that any server can send.
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FILE_HOURS } from '@heliograph/contract/limits.ts';
import { ZipFile } from 'yazl';
import type { Context } from '../context.ts';
import type { Sql } from '../platform/database/connect.ts';
import { inChunks } from '../platform/files/chunks.ts';
import { LeaseLost } from '../platform/siteWork.ts';
import { runInThread } from '../platform/threadJobs.ts';
import { makeArchive } from '../tools/archive/makeArchive.ts';

/** A server that has not renewed its hold within this time has died or is frozen; another one restarts the archive. A plant's export takes less. */
const HOLD_S = 600;
const MAX_TRIES = 3;
/** About a thousand years of a plant with one inverter. */
const MAX_BYTES = 512 * 1024 * 1024;
/** Of all users together; finished archives expire within a day, and the next ones wait for that. */
const MAX_BYTES_ALL = 16 * MAX_BYTES;

class TooLarge extends Error {}

interface Hold {
  userId: number;
  fence: number;
  tries: number;
}

/** Creates the waiting archives, one after the other, while there is room for the largest possible. The limits are set by tests. */
export async function makeArchives(
  context: Context,
  signal?: AbortSignal,
  { maxBytes = MAX_BYTES, maxBytesAll = MAX_BYTES_ALL } = {},
): Promise<void> {
  const { sql } = context;
  const waiting = await sql<{ userId: number }[]>`
    select user_id from account_archives where state = 'waiting' and (held_until is null or held_until < now())
    order by asked_at, user_id limit 100`;
  for (const { userId } of waiting) {
    if (signal?.aborted || !(await hasRoom(sql, maxBytes, maxBytesAll))) return;
    const job = { job: 'archive', data: userId, signal } as const;
    await runInThread(context, job, () => createArchive(context, userId, { signal, maxBytes }));
  }
}

async function hasRoom(sql: Sql, maxBytes: number, maxBytesAll: number): Promise<boolean> {
  const [stored] = await sql<{ bytes: number }[]>`select coalesce(sum(bytes), 0)::int8 as bytes from account_archives`;
  return stored!.bytes + maxBytes <= maxBytesAll;
}

/** Creates an archive unless another server does. */
export async function createArchive(
  context: Context,
  userId: number,
  { signal, maxBytes = MAX_BYTES }: { signal: AbortSignal | undefined; maxBytes?: number },
): Promise<void> {
  const { sql, log } = context;
  const hold = await acquire(context, userId);
  if (!hold) return;
  const release = () =>
    sql`update account_archives set held_until = null where user_id = ${userId} and fence = ${hold.fence}`;
  try {
    await writeArchive(context, hold, maxBytes, signal);
  } catch (error) {
    if (error instanceof LeaseLost || signal?.aborted) {
      await release();
      return;
    }
    const isTooLarge = error instanceof TooLarge;
    if (!isTooLarge) log.error({ err: error, userId }, 'archive not made');
    if (isTooLarge || hold.tries >= MAX_TRIES) await fail(context, hold, isTooLarge ? 'tooLarge' : 'fault');
    else await release();
  }
}

async function acquire({ sql }: Context, userId: number): Promise<Hold | undefined> {
  return await sql.begin(async (tx) => {
    const [hold] = await tx<Hold[]>`
      update account_archives set fence = fence + 1, tries = tries + 1, done_plants = 0, bytes = 0, pieces = 0,
        held_until = now() + make_interval(secs => ${HOLD_S})
      where user_id = ${userId} and state = 'waiting' and (held_until is null or held_until < now())
      returning user_id, fence, tries`;
    if (hold) await tx`delete from account_archive_pieces where user_id = ${userId}`;
    return hold;
  });
}

async function writeArchive(
  context: Context,
  { userId, fence }: Hold,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<void> {
  const { sql, clock } = context;
  const folder = await mkdtemp(join(tmpdir(), 'heliograph-archive-'));
  try {
    const files = await makeArchive(
      context,
      { userId, folder },
      async (done, all) => {
        const { count } = await sql`
          update account_archives set plants = ${all}, done_plants = ${done},
            held_until = clock_timestamp() + make_interval(secs => ${HOLD_S})
          where user_id = ${userId} and fence = ${fence} and state = 'waiting'`;
        if (count === 0) throw new LeaseLost();
      },
      signal,
    );
    let pieces = 0;
    let bytes = 0;
    for await (const part of inChunks(zipOf(folder, files))) {
      bytes += part.length;
      if (bytes > maxBytes) throw new TooLarge();
      const piece = pieces++;
      await sql.begin(async (tx) => {
        const { count } = await tx`
          update account_archives set bytes = ${bytes}, pieces = ${pieces}
          where user_id = ${userId} and fence = ${fence} and state = 'waiting'`;
        if (count === 0) throw new LeaseLost();
        await tx`insert into account_archive_pieces (user_id, piece, bytes) values (${userId}, ${piece}, ${part})`;
      });
    }
    await sql`
      update account_archives set state = 'ready', held_until = null,
        ends_at = ${clock.now()}::timestamptz + make_interval(hours => ${FILE_HOURS})
      where user_id = ${userId} and fence = ${fence} and state = 'waiting'`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Only JSON is compressed; tables are compressed already. */
function zipOf(folder: string, files: readonly string[]): Readable {
  const zip = new ZipFile();
  for (const file of files)
    zip.addReadStreamLazy(file, { compress: file.endsWith('.json') }, (onStream) =>
      onStream(null, createReadStream(join(folder, file))),
    );
  zip.end();
  return zip.outputStream as Readable;
}

async function fail({ sql, clock }: Context, { userId, fence }: Hold, failure: 'tooLarge' | 'fault'): Promise<void> {
  await sql.begin(async (tx) => {
    const { count } = await tx`
      update account_archives set state = 'failed', failure = ${failure}, held_until = null, bytes = 0, pieces = 0,
        ends_at = ${clock.now()}::timestamptz + make_interval(hours => ${FILE_HOURS})
      where user_id = ${userId} and fence = ${fence} and state = 'waiting'`;
    if (count > 0) await tx`delete from account_archive_pieces where user_id = ${userId}`;
  });
}
