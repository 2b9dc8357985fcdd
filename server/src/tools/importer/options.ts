// Command-line options of `npm run import`.
import { parseArgs } from 'node:util';
import { StartupError } from '../../platform/startupError.ts';
import type { ImportOrder } from './importFile.ts';

export const USAGE = `Imports measured values from a file.

  npm run import -- --device SN [options] file.csv

  --device SN               the device, already registered under a plant
  --time HEADER             the column with the time; detected when it is called time, timestamp, date, measured_on ...
  --zone ZONE               time zone of times without an offset: Europe/Berlin, America/Denver, or an offset such as -07:00
  --dates mdy|dmy           whether 1/2/2026 is 2 January or 1 February
  --column HEADER=QUANTITY[:UNIT]
                            which column is which quantity; may be given several times. Quantities: powerW, temperatureC, frequencyHz,
                            gridVoltageV, counterWh (the device's own counter of the day), input1PowerW ...
  --unit W|kW               unit of power if the header does not name it
  --delimiter SIGN          between columns; comma, semicolon and tab are detected

  A file may be imported again: known rows are not counted twice.
  Example: npm run import -- --device 1A2B3C4D --zone America/Denver --dates mdy --column "ac_power_kw=powerW:kW" old.csv`;

/** Null: show the usage. */
export function readOptions(args: readonly string[]): ImportOrder | null {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    throw new StartupError(`${(error as Error).message.split('\n')[0]} Say npm run import -- --help for the options.`);
  }
  const { values, positionals } = parsed;
  if (values.help || args.length === 0) return null;
  const sn = values.device?.trim().toUpperCase() ?? '';
  if (sn === '') throw new StartupError('Which device? Say --device and its serial number.');
  const [file, ...more] = positionals;
  if (file === undefined) throw new StartupError('Which file? Its name comes last.');
  if (more.length > 0) throw new StartupError(`One file at a time; these are too many: ${more.join(', ')}.`);
  const dates = values.dates ?? null;
  if (dates !== null && dates !== 'mdy' && dates !== 'dmy') throw new StartupError('--dates is mdy or dmy.');
  const timeZone = values.zone ?? null;
  if (timeZone !== null && !isZone(timeZone))
    throw new StartupError(`--zone ${timeZone} is no time zone, such as Europe/Berlin or -07:00.`);
  const unit = values.unit ?? null;
  if (unit !== null && unit !== 'W' && unit !== 'kW') throw new StartupError('--unit is W or kW.');
  const delimiter = values.delimiter === '\\t' ? '\t' : (values.delimiter ?? null);
  return { sn, file, time: values.time ?? null, timeZone, dates, columns: values.column ?? [], unit, delimiter };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      device: text,
      time: text,
      zone: text,
      dates: text,
      column: { type: 'string', multiple: true },
      unit: text,
      delimiter: text,
      help: { type: 'boolean', short: 'h' },
    },
  });
}

function isZone(zone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone);
    return true;
  } catch {
    return false;
  }
}
