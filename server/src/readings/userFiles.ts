// Sample files that users requested: limits of number and size, keys, and the notification that starts their making.
import { ApiError } from '@heliograph/contract/errors.ts';
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
/** Waiting files of the users of one company, and of all; they take turns, so a company that fills its own places delays no other. */
export const MAX_WAITING = { company: 100, all: 500 };
/** Seconds after which a refused client should retry: in that time some of the waiting files have been made. */
const RETRY_S = 60;

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

/** Refuses with busy while too many files wait. */
export async function checkWaiting(sql: Sql, companyId: number): Promise<void> {
  const [waiting] = await sql<{ ofCompany: number; all: number }[]>`
    select (count(*) filter (where company_id = ${companyId}))::int as of_company, count(*)::int as "all"
    from user_files where state in ('waiting', 'running')`;
  const { ofCompany, all } = waiting!;
  if (ofCompany >= MAX_WAITING.company || all >= MAX_WAITING.all) throw new ApiError('busy', { seconds: RETRY_S });
}

/**
 * Returns the waiting file whose turn it is: of the company whose last file was begun longest ago, of its users the same, and of
 * their files the oldest.
 */
export async function nextFile(sql: Sql): Promise<FileKey | undefined> {
  const [next] = await sql<FileKey[]>`
    select f.user_id, f.id::text as id
    from user_files f
      left join (select company_id, max(begun_at) as begun_at from user_files group by company_id) c on c.company_id = f.company_id
      left join (select user_id, max(begun_at) as begun_at from user_files group by user_id) u on u.user_id = f.user_id
    where f.state in ('waiting', 'running') and (f.held_until is null or f.held_until < now())
    order by c.begun_at nulls first, u.begun_at nulls first, f.asked_at, f.id limit 1`;
  return next;
}
