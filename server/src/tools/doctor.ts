// npm run doctor: prints the state of the running portal: sizes, growth, queues, backups, and what stays how long in each table.
import { parseArgs } from 'node:util';
import { BACKUP_CHECK, type BackupCheck } from '../backups/checkBackups.ts';
import { type Config, readConfig } from '../config.ts';
import type { Sql } from '../platform/database/connect.ts';
import {
  databaseFolder,
  daysLeft,
  growthOf,
  readSizesByDay,
  readTableSizes,
} from '../platform/database/databaseSizes.ts';
import { freeBytesOf } from '../platform/database/embedded/freeSpace.ts';
import { missingMigrations } from '../platform/database/migrate.ts';
import { openForTool } from '../platform/database/open.ts';
import { readSetting } from '../platform/database/settingRows.ts';
import { retentionOf } from '../platform/database/tableRetention.ts';
import { countDamagedDays } from '../samples/blocks.ts';
import { version } from '../version.ts';
import { bytesText } from './bytesText.ts';
import { failTool } from './failTool.ts';

const USAGE = `Prints the state of the portal and its database: sizes, growth, backups, and each table with its retention.

  npm run doctor`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(USAGE);
  else await run(readConfig());
} catch (error) {
  failTool(error, 'The state was not read.');
}

async function run(config: Config): Promise<void> {
  const { sql, close } = await openForTool(config);
  try {
    for (const [name, text] of await statesOf(sql, config)) console.log(`${name.padEnd(16)}${text}`);
    console.log('');
    await printTables(sql);
  } finally {
    await close();
  }
}

async function statesOf(sql: Sql, config: Config): Promise<[string, string][]> {
  const [row] = await sql<{ postgres: string; bytes: number; sites: number; devices: number }[]>`
    select current_setting('server_version') as postgres, pg_database_size(current_database())::float8 as bytes,
      (select count(*)::int from sites) as sites, (select count(*)::int from devices where removed_at is null) as devices`;
  const missing = await missingMigrations(sql);
  const growth = growthOf(await readSizesByDay(sql));
  const folder = databaseFolder(config);
  const free = folder === undefined ? null : await freeBytesOf(folder);
  const left = daysLeft(free, growth);
  const backup = await readSetting<BackupCheck>(sql, BACKUP_CHECK);
  return [
    ['Heliograph', `${version}${missing.length > 0 ? `, ${missing.length} migrations not applied yet` : ''}`],
    ['PostgreSQL', `${row!.postgres}, ${bytesText(row!.bytes)}`],
    ['Plants', `${row!.sites} with ${row!.devices} devices`],
    ['Growth', growth === null ? 'not known before a week has passed' : `${bytesText(Math.max(0, growth))} a day`],
    [
      'Free space',
      free === null
        ? 'not known: the database is on another machine'
        : `${bytesText(free)}${left === null ? '' : `, enough for ${left} days`}`,
    ],
    ['Backup', backupText(config, backup)],
    ['Damaged days', String(await countDamagedDays(sql))],
  ];
}

function backupText({ backupDir }: Config, backup: BackupCheck | undefined): string {
  if (!backup) return backupDir === undefined ? 'not watched: BACKUP_DIR is not set' : 'not checked yet';
  if (backup.fault !== null) return `cannot be restored: ${backup.fault}`;
  return `made at ${backup.madeIso}, ${bytesText(backup.bytes)}, read at ${backup.checkedIso}`;
}

async function printTables(sql: Sql): Promise<void> {
  const sizes = await readTableSizes(sql);
  const rows = sizes.map(({ table, rows, bytes }) => {
    const retention = retentionOf(table);
    return [
      table,
      rows === null ? '' : String(Math.round(rows)),
      bytesText(bytes),
      retention?.growth ?? '',
      retention?.until ?? '',
    ];
  });
  const lines = [['table', 'rows', 'size', 'grows with', 'rows stay'], ...rows];
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const [table, count, size, growth, until] of lines as [string, string, string, string, string][])
    console.log(
      `${table.padEnd(widths[0]!)}  ${count.padStart(widths[1]!)}  ${size.padStart(widths[2]!)}  ${growth.padEnd(widths[3]!)}  ${until}`,
    );
}
