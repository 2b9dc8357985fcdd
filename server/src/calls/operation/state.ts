// operation/state: backups, disk and sizes, for administrators.
import { ApiError } from '@heliograph/contract/errors.ts';
import { BACKUP_CHECK, type BackupCheck, readLogArchive, stateOf } from '../../backups/checkBackups.ts';
import { isAdministrator } from '../../companies/roles/roles.ts';
import {
  databaseFolder,
  daysLeft,
  growthOf,
  readSizesByDay,
  readTableSizes,
} from '../../platform/database/databaseSizes.ts';
import { freeBytesOf } from '../../platform/database/embedded/freeSpace.ts';
import { readSetting } from '../../platform/database/settingRows.ts';
import type { Handler } from '../../platform/handler.ts';
import { countDamagedDays } from '../../samples/blocks.ts';
import { portalVersion } from '../../version.ts';

const TABLES = 10;

export const operationState: Handler<'operation/state'> = async (_request, { context, sql, session }) => {
  const { config, clock } = context;
  // Also for a role of a company that was given the page.
  if (!isAdministrator(session)) throw new ApiError('forbidden');
  const [facts] = await sql<{ database: string; bytes: number }[]>`
    select current_setting('server_version') as database, pg_database_size(current_database())::float8 as bytes`;
  // Calls see only some rows of the table.
  const backup = await readSetting<BackupCheck>(context.sql, BACKUP_CHECK);
  const archive = await readLogArchive(context.sql);
  const folder = databaseFolder(config);
  const freeBytes = folder === undefined ? null : await freeBytesOf(folder);
  const growthBytesPerDay = growthOf(await readSizesByDay(context.sql));
  return {
    version: portalVersion,
    database: facts!.database,
    backup: {
      state: stateOf({ check: backup, archive, isWatched: config.backupDir !== undefined, at: clock.now() }),
      madeIso: backup?.madeIso ?? archive?.archivedAt?.toISOString() ?? null,
      checkedIso: backup?.checkedIso ?? null,
      bytes: backup?.bytes ?? 0,
    },
    disk: {
      databaseBytes: facts!.bytes,
      freeBytes,
      growthBytesPerDay,
      daysLeft: daysLeft(freeBytes, growthBytesPerDay),
    },
    damagedDays: await countDamagedDays(sql),
    tables: (await readTableSizes(sql)).slice(0, TABLES),
  };
};
