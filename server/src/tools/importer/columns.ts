// Maps columns of a file to quantities and units; refuses ambiguous files instead of guessing.
import { QUANTITIES, type QuantityName } from '@heliograph/contract/measurements.ts';
import { Ambiguous } from './wallTimes.ts';

export interface ColumnChoice {
  /** Header of the time column; null: found by its name, or the first column if it has none. */
  time: string | null;
  /** `header=quantity` or `header=quantity:unit`. */
  columns: readonly string[];
  /** Unit of power when neither the choice nor the header names it. */
  unit: string | null;
}

export interface Columns {
  time: number;
  quantities: { index: number; header: string; name: QuantityName; factor: number }[];
}

const TIMES = /^(time|timestamp|date ?time|datetime|measured_on|date|zeit|zeitstempel)$/i;
const POWERS = /power|leistung/i;
const ALIASES: Record<string, QuantityName> = {
  power: 'powerW',
  energy: 'counterWh',
  temperature: 'temperatureC',
  frequency: 'frequencyHz',
};
const KILO: Record<string, number> = { kW: 1000, MW: 1_000_000, kWh: 1000 };

export function chooseColumns(header: readonly string[], choice: ColumnChoice): Columns {
  const names = header.map((name) => name.trim());
  const shown = `the file has: ${names.map((name) => `"${name}"`).join(', ')}`;
  const indexOf = (name: string): number => {
    const found = names.flatMap((candidate, index) => (candidate === name ? [index] : []));
    if (found.length > 1) throw new Ambiguous(`The column "${name}" is there ${found.length} times; ${shown}.`);
    if (found.length === 0) throw new Ambiguous(`There is no column "${name}"; ${shown}.`);
    return found[0]!;
  };

  const time = choice.time === null ? findTime(names, shown) : indexOf(choice.time);
  const chosen = choice.columns.length > 0 ? choice.columns : [`${findPower(names, shown)}=powerW`];
  const quantities = chosen.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1)
      throw new Ambiguous(`--column ${text} is not header=quantity, for example --column ac_power=powerW:kW.`);
    const name = text.slice(0, at);
    const [quantity = '', said] = text.slice(at + 1).split(':');
    const known = ALIASES[quantity] ?? quantity;
    if (!isQuantity(known)) {
      throw new Ambiguous(`"${quantity}" is no quantity; choose from ${Object.keys(QUANTITIES).join(', ')}.`);
    }
    return {
      index: indexOf(name),
      header: name,
      name: known,
      factor: factorOf(name, known, said ?? null, choice.unit),
    };
  });
  const twice = quantities.find(({ name }, index) => quantities.findIndex((other) => other.name === name) < index);
  if (twice) throw new Ambiguous(`Two columns are said to be ${twice.name}.`);
  return { time, quantities };
}

function isQuantity(name: string): name is QuantityName {
  return Object.hasOwn(QUANTITIES, name);
}

function findTime(names: readonly string[], shown: string): number {
  const found = names.flatMap((name, index) => (TIMES.test(name) ? [index] : []));
  if (found.length === 1) return found[0]!;
  if (found.length === 0 && names[0] === '') return 0;
  throw new Ambiguous(`Which column is the time? Say it with --time; ${shown}.`);
}

function findPower(names: readonly string[], shown: string): string {
  const found = names.filter((name) => POWERS.test(name));
  if (found.length === 1) return found[0]!;
  throw new Ambiguous(
    `Which column is the power? Say it with --column, for example --column "${found[0] ?? 'ac_power'}=powerW:kW"; ${shown}.`,
  );
}

/** Refuses a power or energy without a unit, which could be wrong by a factor of a thousand. */
function factorOf(header: string, name: QuantityName, said: string | null, unit: string | null): number {
  const base = QUANTITIES[name].unit;
  if (base !== 'W' && base !== 'Wh') {
    if (said !== null && said !== base) throw new Ambiguous(`${name} is in ${base}, not in ${said}.`);
    return 1;
  }
  const inHeader = new RegExp(`(?:^|[_ ([])(k|M)?${base}(?:$|[_ )\\]])`, 'i').exec(header);
  const meant =
    said ??
    (inHeader
      ? `${inHeader[1]?.toLowerCase() === 'k' ? 'k' : (inHeader[1] ?? '')}${base}`
      : base === 'W'
        ? unit
        : null);
  if (meant === null)
    throw new Ambiguous(
      `Is "${header}" in ${base} or in k${base}? Say it with --unit ${base} or --unit k${base}, or as --column "${header}=${name}:k${base}".`,
    );
  const exact = meant === base ? 1 : meant.endsWith(base) ? KILO[meant] : undefined;
  if (exact === undefined) throw new Ambiguous(`"${meant}" is no unit of "${header}"; use ${base} or k${base}.`);
  return exact;
}
