// npm run export: writes a plant's history into CSV or Parquet files, for other programs and for `npm run restore:plant`.
import { isDiskFull, StartupError } from '../platform/startupError.ts';
import { exportSite } from './exporter/exportSite.ts';
import { EXPORT_USAGE, readExportOptions } from './exporter/options.ts';
import { withStore } from './importer/openStore.ts';
import { showProgress } from './importer/progress.ts';

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => interrupted.abort());

try {
  const order = readExportOptions(process.argv.slice(2));
  if (order === null) console.log(EXPORT_USAGE);
  else {
    await withStore(async (context) => {
      const progress = showProgress(process.stderr);
      const exported = await exportSite(context, order, progress.step, interrupted.signal);
      progress.end();
      const { from, to, devices, samples, days, damaged, files } = exported;
      console.log(`Days ${from} to ${to} of ${devices} devices: ${samples} samples, ${days} days with energy.`);
      for (const { sn, day, reason } of damaged)
        console.error(`Missing in samples: ${sn} on ${day}, damaged where it is stored (${reason}).`);
      if (damaged.length > 0) process.exitCode = 1;
      for (const { path, bytes } of files) console.log(`${path}  ${(bytes / 1e6).toFixed(1)} MB`);
    });
  }
} catch (error) {
  const { code, path } = error as NodeJS.ErrnoException;
  if (error instanceof StartupError) console.error(`Nothing was exported. ${error.message}`);
  else if (interrupted.signal.aborted) console.error('Interrupted: nothing was exported.');
  else if (isDiskFull(error)) console.error('Nothing was exported: the disk is full.');
  else if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST')
    console.error(`Nothing was exported. ${path ?? ''} can't be written (${code}).`);
  else console.error('The export stopped because of an internal error:', error);
  process.exitCode = 1;
}
