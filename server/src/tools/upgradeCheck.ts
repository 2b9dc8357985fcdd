// npm run upgrade:check: says before an upgrade what this version would do to the database, and changes nothing (docs/operate/upgrade.md).
import { parseArgs } from 'node:util';
import { BACKUP_CHECK, type BackupCheck } from '../backups/checkBackups.ts';
import { readConfig } from '../config.ts';
import type { Sql } from '../platform/database/connect.ts';
import { databaseFolder } from '../platform/database/databaseSizes.ts';
import { freeBytesOf } from '../platform/database/embedded/freeSpace.ts';
import { openForTool } from '../platform/database/open.ts';
import { readSetting } from '../platform/database/settingRows.ts';
import { maxSecondsOf, planUpgrade } from '../platform/database/upgradePlan.ts';
import { version } from '../version.ts';
import { bytesText } from './bytesText.ts';
import { failTool } from './failTool.ts';

const USAGE = `Says what an upgrade to this version would do to the database. It changes nothing.

  npm run upgrade:check

  It exits with 1 if the upgrade cannot begin: the database is newer, or there is too little space.`;

try {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(USAGE);
  else await run();
} catch (error) {
  failTool(error, 'The upgrade cannot begin.');
}

async function run(): Promise<void> {
  const config = readConfig();
  const { sql, close } = await openForTool(config);
  try {
    const plan = await planUpgrade(sql);
    if (plan.length === 0) {
      console.log(`The database is ready for Heliograph ${version}: there is nothing to migrate.`);
      return;
    }
    console.log(`Heliograph ${version} applies ${plan.length} migrations at its start:`);
    for (const { name, tables, bytes } of plan)
      console.log(`  ${name}${tables.length > 0 ? `: goes through ${tables.join(', ')} (${bytesText(bytes)})` : ''}`);
    const most = Math.max(...plan.map(({ bytes }) => bytes));
    console.log(
      `Time: ${timeText(maxSecondsOf(plan))}. The portal does not answer meanwhile; devices send again later.`,
    );
    await printSpace(databaseFolder(config), most);
    console.log(await backupText(sql));
    console.log('An earlier version does not start on the migrated database.');
  } finally {
    await close();
  }
}

function timeText(seconds: number): string {
  if (seconds <= 10) return 'some seconds';
  return seconds < 120 ? `at most ${seconds} seconds` : `at most ${Math.ceil(seconds / 60)} minutes`;
}

async function printSpace(folder: string | undefined, needed: number): Promise<void> {
  const free = folder === undefined ? undefined : await freeBytesOf(folder);
  console.log(
    `Space: at most ${bytesText(needed)} more during a migration${free === undefined ? '' : `, ${bytesText(free)} are free`}.`,
  );
  if (free !== undefined && free < needed) {
    console.error('Free some space first.');
    process.exitCode = 1;
  }
}

async function backupText(sql: Sql): Promise<string> {
  const backup = await readSetting<BackupCheck>(sql, BACKUP_CHECK);
  if (!backup?.madeIso) return 'Backup: the server knows of none. Make one first: npm run backup -- --to FOLDER';
  return `Backup: the newest one that the server knows of was made at ${backup.madeIso}.`;
}
