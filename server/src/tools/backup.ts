// npm run backup: makes a backup of the whole database while the server runs (docs/operate/backup.md).
import { parseArgs } from 'node:util';
import { readDescription } from '../backups/description.ts';
import { makeBackup, pruneBackups } from '../backups/makeBackup.ts';
import { readConfig } from '../config.ts';
import { openForTool } from '../platform/database/open.ts';
import { StartupError } from '../platform/startupError.ts';
import { bytesText } from './bytesText.ts';
import { keysOf } from './databaseKeys.ts';
import { failTool } from './failTool.ts';

const USAGE = `Makes a backup of the whole database while the server runs.

  npm run backup -- [--to FOLDER] [--keep NUMBER]

  --to       where to write it, in a folder of its own; default: BACKUP_DIR
  --keep     delete the oldest backups in FOLDER but this many

  It needs pg_dump, unless the database is the embedded one. Store the keys of the settings elsewhere: no backup
  contains them.`;

try {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, keep: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) console.log(USAGE);
  else await run(values);
} catch (error) {
  failTool(error, 'No backup was made.');
}

async function run({ to, keep }: { to?: string | undefined; keep?: string | undefined }): Promise<void> {
  const config = readConfig();
  const folder = to ?? config.backupDir;
  if (folder === undefined) throw new StartupError('Name a folder with --to, or set BACKUP_DIR.');
  if (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep)) throw new StartupError('--keep must be a number from 1.');
  const { sql, url, embedded, close } = await openForTool(config);
  try {
    const source = { sql, url, dataDir: embedded ? config.dataDir : null };
    const path = await makeBackup(source, keysOf(config), { folder, at: new Date(), onBytes: showMegabytes() });
    const { files, tables, keys } = readDescription(path);
    const size = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${path}: ${bytesText(size)}${rows > 0 ? `, ${rows} rows in ${tables.length} tables` : ''}`);
    const named = Object.keys(keys).filter((name) => keys[name] !== null);
    if (named.length > 0 && !embedded)
      console.log(`To be stored elsewhere, as it is not in the backup: ${named.join(', ')}`);
    const pruned = keep === undefined ? 0 : pruneBackups(folder, Number(keep));
    if (pruned > 0) console.log(`Older backups deleted: ${pruned}`);
  } finally {
    await close();
  }
}

/** Shows progress in a terminal every ten megabytes. */
function showMegabytes(): (bytes: number) => void {
  let shown = 0;
  return (bytes) => {
    if (!process.stderr.isTTY || bytes - shown < 10e6) return;
    shown = bytes;
    process.stderr.write(`\r${Math.round(bytes / 1e6)} MB `);
  };
}
