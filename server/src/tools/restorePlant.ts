// npm run restore:plant: restores an export, by serial number, into the plants where its devices are now.
import { StartupError } from '../platform/startupError.ts';
import { withStore } from './importer/openStore.ts';
import { showProgress } from './importer/progress.ts';
import { RESTORE_USAGE, readRestoreOptions } from './restorer/options.ts';
import { restoreFolder } from './restorer/restoreFolder.ts';
import { summaryOf } from './restorer/summary.ts';

try {
  const folder = readRestoreOptions(process.argv.slice(2));
  if (folder === null) console.log(RESTORE_USAGE);
  else {
    await withStore(async (context) => {
      const progress = showProgress(process.stderr);
      const restored = await restoreFolder(context, folder, progress.step);
      progress.end();
      for (const line of summaryOf(restored)) console.log(line);
      // The files were not restored completely.
      if (restored.unknown.length > 0 || restored.refused.length > 0) process.exitCode = 1;
    });
  }
} catch (error) {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) console.error(error.message);
  else if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    console.error(`${path ?? 'A file'} can't be read (${code}).`);
  else console.error('The restore stopped because of an internal error; run it again to continue:', error);
  process.exitCode = 1;
}
