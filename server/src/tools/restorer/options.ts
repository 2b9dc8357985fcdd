// Command-line options of `npm run restore:plant`.
import { parseArgs } from 'node:util';
import { StartupError } from '../../platform/startupError.ts';

export const RESTORE_USAGE = `Restores an export of "npm run export", CSV or Parquet.

  npm run restore:plant -- FOLDER

  FOLDER                    the export; the history of each device goes into the plant where its serial number is now

  Existing data of the plants stays: restoring the same files again changes nothing.
  Serial numbers of no plant are listed; register them and run the same command again.`;

/** Null: show the usage. */
export function readRestoreOptions(args: readonly string[]): string | null {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new StartupError(`${(error as Error).message.split('\n')[0]} Say npm run restore:plant -- --help.`);
  }
  if (parsed.values.help || args.length === 0) return null;
  const [folder, ...more] = parsed.positionals;
  if (folder === undefined || more.length > 0) throw new StartupError('Name one folder.');
  return folder;
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
}
