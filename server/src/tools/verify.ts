// npm run verify: checks that a database is complete and consistent (docs/operate/backup.md).
import { parseArgs } from 'node:util';
import { readDescription } from '../backups/description.ts';
import { readConfig } from '../config.ts';
import { openForTool } from '../platform/database/open.ts';
import { keysOf } from './databaseKeys.ts';
import { failTool } from './failTool.ts';
import { printFindings } from './printFindings.ts';

const USAGE = `Checks schema, rows, sealed days, energies, audit log and keys of the database.

  npm run verify -- [--backup BACKUP]

  --backup   compare every row with this backup, which was restored and not used since

  It exits with 1 if something is missing or differs.`;

try {
  const { values } = parseArgs({ options: { backup: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help) console.log(USAGE);
  else await run(values.backup);
} catch (error) {
  failTool(error, 'The database was not verified.');
}

async function run(folder: string | undefined): Promise<void> {
  const backup = folder === undefined ? undefined : readDescription(folder);
  const config = readConfig();
  const { sql, close } = await openForTool(config);
  try {
    await printFindings(sql, keysOf(config), backup);
  } finally {
    await close();
  }
}
