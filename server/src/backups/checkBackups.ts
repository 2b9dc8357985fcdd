// Job that reads every file of the newest backup once a day; pages, metrics and alerts show the result.
import type { Context } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { readSetting, writeSetting } from '../platform/database/settingRows.ts';
import { faultOf, readDescription } from './description.ts';
import { backupsIn } from './makeBackup.ts';

export interface BackupCheck {
  checkedIso: string;
  /** Null: there is none, or the folder cannot be read. */
  path: string | null;
  /** When the newest backup was made; null: there is none that can be read. */
  madeIso: string | null;
  bytes: number;
  /** Why it cannot be restored, in English; null: every file is as it was written. */
  fault: string | null;
}

/** Row of the table `settings`. */
export const BACKUP_CHECK = 'backupCheck';
const DAY_MS = 86_400_000;

const OLD_MS = 2 * DAY_MS;

export type BackupState =
  | 'notWatched'
  | 'notChecked'
  | 'missing'
  | 'damaged'
  | 'old'
  | 'ok'
  | 'archived'
  | 'archiveFails';

/** Continuous archiving of PostgreSQL's log. */
export interface LogArchive {
  /** When PostgreSQL handed over a piece of its log last; null: never. */
  archivedAt: Date | null;
  /** The newest attempt failed. */
  isFailing: boolean;
}

/** Returns undefined when PostgreSQL does not archive its log. */
export async function readLogArchive(sql: Sql | Transaction): Promise<LogArchive | undefined> {
  const [archive] = await sql<LogArchive[]>`
    select last_archived_time as archived_at,
      last_failed_time is not null and last_failed_time > coalesce(last_archived_time, '-infinity') as is_failing
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`;
  return archive;
}

interface Facts {
  check: BackupCheck | undefined;
  archive: LogArchive | undefined;
  /** This server has BACKUP_DIR; another one may have it, too. */
  isWatched: boolean;
  at: Date;
}

/** Returns the state for people. */
export function stateOf({ check, archive, isWatched, at }: Facts): BackupState {
  if (archive?.isFailing) return 'archiveFails';
  if (!check && archive) return 'archived';
  if (!check) return isWatched ? 'notChecked' : 'notWatched';
  if (check.path === null) return 'missing';
  if (check.fault !== null) return 'damaged';
  return at.getTime() - Date.parse(check.madeIso!) > OLD_MS ? 'old' : 'ok';
}

type Services = Pick<Context, 'sql' | 'clock' | 'config' | 'log'>;

/** Checks the newest backup of BACKUP_DIR, unless this backup was checked within a day. */
export async function checkBackups({ sql, clock, config, log }: Services): Promise<void> {
  if (config.backupDir === undefined) return;
  const at = clock.now();
  const newest = newestIn(config.backupDir);
  const before = await readSetting<BackupCheck>(sql, BACKUP_CHECK);
  if (newest.path && before?.path === newest.path && at.getTime() - Date.parse(before.checkedIso) < DAY_MS) return;
  const read = newest.path === null ? { madeIso: null, bytes: 0, fault: newest.fault } : await readBackup(newest.path);
  const result: BackupCheck = { checkedIso: at.toISOString(), path: newest.path, ...read };
  await writeSetting(sql, BACKUP_CHECK, result);
  if (result.fault !== null)
    log.error({ path: result.path, reason: result.fault }, 'the newest backup cannot be restored');
}

function newestIn(folder: string): { path: string } | { path: null; fault: string } {
  try {
    const path = backupsIn(folder).at(-1);
    return path === undefined ? { path: null, fault: 'There is no backup.' } : { path };
  } catch (error) {
    return { path: null, fault: `${folder} can't be read (${(error as NodeJS.ErrnoException).code}).` };
  }
}

async function readBackup(path: string): Promise<Pick<BackupCheck, 'madeIso' | 'bytes' | 'fault'>> {
  try {
    const { madeAt, files } = readDescription(path);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { madeIso: madeAt, bytes, fault: (await faultOf(path)) ?? null };
  } catch (error) {
    return { madeIso: null, bytes: 0, fault: (error as Error).message };
  }
}
