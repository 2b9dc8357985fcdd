// Command-line options of `npm run export`.
import { parseArgs } from 'node:util';
import type { Day } from '../../platform/calendar/rules/localDays.ts';
import { StartupError } from '../../platform/startupError.ts';
import type { ExportOrder } from './exportSite.ts';

export const EXPORT_USAGE = `Writes a plant's history into files that other programs read and that "npm run restore:plant" restores.

  npm run export -- --site SID --out FOLDER [options]

  --site SID                the plant
  --device SN               one of its devices; default: all of them
  --from DAY, --to DAY      days of the plant's own calendar, such as 2026-03-01, both included; default: all of its history
  --format csv|parquet      default: csv
  --out FOLDER              created if missing; existing files are never overwritten

  samples.csv               one row for each device and instant: every quantity in its own column, empty where there is no value
  days.csv                  one row for each device and day: its energy, the source of the energy, its peak
  flows.csv                 one row for each device, flow and day: energy from the grid, to the grid, charged ...; only where measured

  Example: npm run export -- --site DE_20260101_abcdef --from 2025-01-01 --to 2025-12-31 --format parquet --out plant-2025`;

/** Null: show the usage. */
export function readExportOptions(args: readonly string[]): ExportOrder | null {
  let values: ReturnType<typeof parse>['values'];
  try {
    ({ values } = parse(args));
  } catch (error) {
    throw new StartupError(`${(error as Error).message.split('\n')[0]} Say npm run export -- --help for the options.`);
  }
  if (values.help || args.length === 0) return null;
  const sid = values.site?.trim() ?? '';
  if (sid === '') throw new StartupError('Which plant? Say --site and its id.');
  const folder = values.out ?? '';
  if (folder === '') throw new StartupError('Where to? Say --out and a folder.');
  const format = values.format ?? 'csv';
  if (format !== 'csv' && format !== 'parquet') throw new StartupError('--format is csv or parquet.');
  const from = readDay('--from', values.from);
  const to = readDay('--to', values.to);
  if (from !== null && to !== null && from > to) throw new StartupError(`--from ${from} is later than --to ${to}.`);
  return { sid, sn: values.device?.trim().toUpperCase() || null, from, to, format, folder };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    options: {
      site: text,
      device: text,
      from: text,
      to: text,
      format: text,
      out: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
}

function readDay(option: string, text: string | undefined): Day | null {
  if (text === undefined) return null;
  const [, month] = /^\d{4}-(\d{2})-\d{2}$/.exec(text) ?? [];
  // Date.parse takes 2026-02-30 for 2 March.
  if (!month || !(new Date(`${text}T00:00:00Z`).getUTCMonth() + 1 === Number(month)))
    throw new StartupError(`${option} ${text} is no day, such as 2026-03-01.`);
  return text;
}
