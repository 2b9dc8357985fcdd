// npm run restore: restores a backup of the whole database into an empty place and verifies it (docs/operate/backup.md).
import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../backups/restoreBackup.ts';
import { readConfig } from '../config.ts';
import { openForTool } from '../platform/database/open.ts';
import { StartupError } from '../platform/startupError.ts';
import { keysOf } from './databaseKeys.ts';
import { failTool } from './failTool.ts';
import { printFindings } from './printFindings.ts';

const USAGE = `Restores a backup of the whole database and verifies the result.

  npm run restore -- BACKUP

  BACKUP     a folder that "npm run backup" has written

  A dump goes into the empty database of DATABASE_URL, a copy of the embedded database into an empty DATA_DIR.
  For the history of a single plant: npm run restore:plant`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [folder, ...more] = positionals;
  if (values.help || folder === undefined) console.log(USAGE);
  else if (more.length > 0) throw new StartupError('Name one backup.');
  else await run(folder);
} catch (error) {
  failTool(error, 'Nothing was restored.');
}

async function run(folder: string): Promise<void> {
  if (readdirSync(folder).some((name) => /\.(csv|parquet)$/.test(name)))
    throw new StartupError(`${folder} holds the history of a plant: npm run restore:plant -- ${folder}`);
  const config = readConfig();
  const backup = await restoreBackup(folder, config);
  console.log(`The backup of ${backup.madeAt} was restored.`);
  const { sql, close } = await openForTool(config);
  try {
    await printFindings(sql, keysOf(config), backup);
  } finally {
    await close();
  }
}
