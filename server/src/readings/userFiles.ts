// Sample files that users requested: limits of number and size, keys, and the notification that starts their making.
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { JOBS_CHANNEL } from '../platform/database/siteJobs.ts';

const MB = 1024 * 1024;

export interface FileLimits {
  bytesEach: number;
  /** Total of all files of a user. */
  bytesUser: number;
  /** Total of all users. */
  bytesAll: number;
}
/** A year of a hybrid's samples is 10 MB as XLSX; files stay in the database for a day. */
export const FILE_LIMITS: FileLimits = { bytesEach: 256 * MB, bytesUser: 512 * MB, bytesAll: 4096 * MB };
/** Files of a user that may be in the making, and in total. */
export const MAX_RUNNING = 3;
export const MAX_FILES = 30;

export interface FileKey {
  userId: number;
  id: string;
}

/** Notifies the channel that all servers listen to; waiting files are found without it too, a little later. */
export async function notifyFile(sql: Transaction, { userId, id }: FileKey): Promise<void> {
  await sql`select pg_notify(${JOBS_CHANNEL}, ${`file ${userId} ${id}`})`;
}

/** Returns files that wait for a server, or for another one after theirs has died. */
export async function filesWaiting(sql: Sql): Promise<FileKey[]> {
  return await sql<FileKey[]>`
    select user_id, id::text as id from user_files
    where state in ('waiting', 'running') and (held_until is null or held_until < now()) order by asked_at limit 1000`;
}
