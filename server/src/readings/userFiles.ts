// Files of samples that a user asked for: how many and how large they may be, which are theirs, and how their making is asked for.
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { JOBS_CHANNEL } from '../platform/database/siteJobs.ts';

const MB = 1024 * 1024;

export interface FileLimits {
  bytesEach: number;
  /** Of all files of a user, and of all users. */
  bytesUser: number;
  bytesAll: number;
}
/** A year of a hybrid's samples is 10 MB as XLSX; they stand in the database for a day. */
export const FILE_LIMITS: FileLimits = { bytesEach: 256 * MB, bytesUser: 512 * MB, bytesAll: 4096 * MB };
/** Files of a user: being made, and in all. */
export const MAX_UNDER_WAY = 3;
export const MAX_KEPT = 30;

export interface FileKey {
  userId: number;
  id: string;
}

/** A message of the channel that all servers listen to; what is waiting is found without it, too, a little later. */
export async function notifyFile(sql: Transaction, { userId, id }: FileKey): Promise<void> {
  await sql`select pg_notify(${JOBS_CHANNEL}, ${`file ${userId} ${id}`})`;
}

/** Waits for a server, or for another one after its own has gone. */
export async function filesWaiting(sql: Sql): Promise<FileKey[]> {
  return await sql<FileKey[]>`
    select user_id, id::text as id from user_files
    where state in ('waiting', 'running') and (held_until is null or held_until < now()) order by asked_at limit 1000`;
}
