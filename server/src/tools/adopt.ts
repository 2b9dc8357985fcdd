// npm run adopt: imports the plants of an account archive from another portal.
import { parseArgs } from 'node:util';
import { ApiError } from '@heliograph/contract/errors.ts';
import { StartupError } from '../platform/startupError.ts';
import { importArchive } from './archive/importArchive.ts';
import { withStore } from './importer/openStore.ts';
import { summaryOf } from './restorer/summary.ts';

const USAGE = `Takes in the archive of an account: its plants with their devices and whole history.

  npm run adopt -- FOLDER --owner EMAIL

  FOLDER           the archive, unpacked
  --owner EMAIL    the account here whose plants they become

  Numbers that are in plants here already are told, and nothing is taken in. Run again, it goes on where it ended.`;

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
          console.log(`  Guests, as its owner had named them, now or once they have an account: ${guests.join(', ')}`);
        if (publicPages > 0)
          console.log(
            `  Public pages: ${publicPages} were open there and are closed here; the owner makes their links again.`,
          );
      }
    });
} catch (error) {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) console.error(error.message);
  else if (error instanceof ApiError)
    console.error(`Nothing was taken in: ${error.word} ${JSON.stringify(error.values)}`);
  else if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    console.error(`${path ?? 'A file'} can't be read (${code}).`);
  else if (code?.startsWith('ERR_PARSE_ARGS')) console.error((error as Error).message);
  else console.error('Taking in stopped because of a fault in it; run it again to go on:', error);
  process.exitCode = 1;
}
