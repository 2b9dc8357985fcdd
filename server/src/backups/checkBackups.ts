// Job that reads every file of the newest backup once a day; pages, metrics and alerts show the result.
import type { Context } from '../context.ts';
import { readSetting, writeSetting } from '../platform/database/settingRows.ts';
import { faultOf, readDescription } from './description.ts';
import { backupsIn } from './makeBackup.ts';

export interface BackupCheck {
  checkedIso: string;
  path: string;
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
const NO_BACKUP = 'There is no backup.';

export type BackupState = 'notWatched' | 'notChecked' | 'missing' | 'damaged' | 'old' | 'ok';

/** Returns the state for people. `isWatched`: this server has BACKUP_DIR; another one may have it, too. */
export function stateOf(
  check: BackupCheck | undefined,
  { isWatched, at }: { isWatched: boolean; at: Date },
): BackupState {
  if (!check) return isWatched ? 'notChecked' : 'notWatched';
  if (check.fault !== null) return check.fault === NO_BACKUP ? 'missing' : 'damaged';
  return at.getTime() - Date.parse(check.madeIso!) > OLD_MS ? 'old' : 'ok';
}

type Services = Pick<Context, 'sql' | 'clock' | 'config' | 'log'>;

/** Checks the newest backup of BACKUP_DIR, unless this backup was checked within a day. */
export async function checkBackups({ sql, clock, config, log }: Services): Promise<void> {
  if (config.backupDir === undefined) return;
  const at = clock.now();
  const newest = newestIn(config.backupDir);
  const before = await readSetting<BackupCheck>(sql, BACKUP_CHECK);
  if (before?.path === newest.path && at.getTime() - Date.parse(before.checkedIso) < DAY_MS) return;
  const result: BackupCheck = {
    checkedIso: at.toISOString(),
    ...(newest.fault ? newest : await readBackup(newest.path)),
  };
  await writeSetting(sql, BACKUP_CHECK, result);
  if (result.fault !== null)
    log.error({ path: result.path, reason: result.fault }, 'the newest backup cannot be restored');
}

type NewestBackup = Omit<BackupCheck, 'checkedIso'>;

function newestIn(folder: string): NewestBackup {
  const none = { path: folder, madeIso: null, bytes: 0 };
  try {
    const path = backupsIn(folder).at(-1);
    return path === undefined ? { ...none, fault: NO_BACKUP } : { ...none, path, fault: null };
  } catch (error) {
    return { ...none, fault: `The folder can't be read (${(error as NodeJS.ErrnoException).code}).` };
  }
}

async function readBackup(path: string): Promise<NewestBackup> {
  try {
    const { madeAt, files } = readDescription(path);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { path, madeIso: madeAt, bytes, fault: (await faultOf(path)) ?? null };
  } catch (error) {
    return { path, madeIso: null, bytes: 0, fault: (error as Error).message };
  }
}
