// npm run adopt: imports the plants of an account archive from another portal.
import { parseArgs } from 'node:util';
import { ApiError } from '@heliograph/contract/errors.ts';
import { StartupError } from '../platform/startupError.ts';
import { importArchive } from './archive/importArchive.ts';
import { withStore } from './importer/openStore.ts';
import { summaryOf } from './restorer/summary.ts';

const USAGE = `Imports the archive of an account: its plants with their devices and complete history.

  npm run adopt -- FOLDER --owner EMAIL

  FOLDER           the archive, unpacked
  --owner EMAIL    the account of this portal that will own the plants

  If serial numbers are already in plants of this portal, they are listed and nothing is imported. An interrupted import continues when run again.`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { owner: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  const [folder] = positionals;
  const { owner } = values;
  if (values.help || folder === undefined || owner === undefined || positionals.length > 1) console.log(USAGE);
  else
    await withStore(async (context) => {
      for (const { sid, name, restored, guests, publicPages } of await importArchive(context, { folder, owner })) {
        console.log(`${name} (${sid})`);
        for (const line of restored ? summaryOf(restored) : ['It has no history.']) console.log(`  ${line}`);
        if (guests.length > 0)
          console.log(
            `  Guests named by the owner, with access now or once they have an account: ${guests.join(', ')}`,
          );
        if (publicPages > 0)
          console.log(
            `  Public pages: ${publicPages} were public in the other portal and are not here; the owner has to create new links.`,
          );
      }
    });
} catch (error) {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) console.error(error.message);
  else if (error instanceof ApiError)
    console.error(`Nothing was imported: ${error.word} ${JSON.stringify(error.values)}`);
  else if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    console.error(`${path ?? 'A file'} can't be read (${code}).`);
  else if (code?.startsWith('ERR_PARSE_ARGS')) console.error((error as Error).message);
  else console.error('The import stopped because of an internal error; run it again to continue:', error);
  process.exitCode = 1;
}
