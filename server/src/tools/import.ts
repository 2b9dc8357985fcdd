// npm run import: imports measurements of another system, ingested like reports of the device.
import { StartupError } from '../platform/startupError.ts';
import { importFile } from './importer/importFile.ts';
import { withStore } from './importer/openStore.ts';
import { readOptions, USAGE } from './importer/options.ts';
import { showProgress } from './importer/progress.ts';
import { summaryOf } from './importer/summary.ts';
import { Ambiguous } from './importer/wallTimes.ts';

try {
  const order = readOptions(process.argv.slice(2));
  if (order === null) console.log(USAGE);
  else {
    await withStore(async (context) => {
      const progress = showProgress(process.stderr);
      const imported = await importFile(context, order, progress.step);
      progress.end();
      for (const line of summaryOf(imported)) console.log(line);
      // For scripts: something of the file is not in the portal, or its options are wrong.
      if (imported.refused.length > 0 || imported.taken + imported.known === 0) process.exitCode = 1;
    });
  }
} catch (error) {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError || error instanceof Ambiguous)
    console.error(`Nothing was imported. ${error.message}`);
  else if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    console.error(`Nothing was imported. The file ${path ?? ''} can't be read (${code}).`);
  else if (code?.startsWith('CSV_')) console.error(`The file can't be read as columns: ${(error as Error).message}`);
  else console.error('The import stopped because of an internal error:', error);
  process.exitCode = 1;
}
