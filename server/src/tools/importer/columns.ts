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
    const matches = names.flatMap((candidate, index) => (candidate === name ? [index] : []));
    if (matches.length > 1) throw new Ambiguous(`The column "${name}" occurs ${matches.length} times; ${shown}.`);
    if (matches.length === 0) throw new Ambiguous(`There is no column "${name}"; ${shown}.`);
    return matches[0]!;
  };

  const time = choice.time === null ? findTime(names, shown) : indexOf(choice.time);
  const chosen = choice.columns.length > 0 ? choice.columns : [`${findPower(names, shown)}=powerW`];
  const quantities = chosen.map((text) => {
    const at = text.lastIndexOf('=');
    if (at < 1)
      throw new Ambiguous(`--column ${text} is not header=quantity, for example --column ac_power=powerW:kW.`);
    const name = text.slice(0, at);
    const [quantity = '', unitChoice] = text.slice(at + 1).split(':');
    const quantityName = ALIASES[quantity] ?? quantity;
    if (!isQuantity(quantityName)) {
      throw new Ambiguous(`"${quantity}" is no quantity; choose from ${Object.keys(QUANTITIES).join(', ')}.`);
    }
    return {
      index: indexOf(name),
      header: name,
      name: quantityName,
      factor: factorOf(name, quantityName, unitChoice ?? null, choice.unit),
    };
  });
  const duplicate = quantities.find(({ name }, index) => quantities.findIndex((other) => other.name === name) < index);
  if (duplicate) throw new Ambiguous(`Two columns are assigned to ${duplicate.name}.`);
  return { time, quantities };
}

function isQuantity(name: string): name is QuantityName {
  return Object.hasOwn(QUANTITIES, name);
}

function findTime(names: readonly string[], shown: string): number {
  const matches = names.flatMap((name, index) => (TIMES.test(name) ? [index] : []));
  if (matches.length === 1) return matches[0]!;
  if (matches.length === 0 && names[0] === '') return 0;
  throw new Ambiguous(`Which column is the time? Say it with --time; ${shown}.`);
}

function findPower(names: readonly string[], shown: string): string {
  const matches = names.filter((name) => POWERS.test(name));
  if (matches.length === 1) return matches[0]!;
  throw new Ambiguous(
    `Which column is the power? Say it with --column, for example --column "${matches[0] ?? 'ac_power'}=powerW:kW"; ${shown}.`,
  );
}

/** Refuses a power or energy without a unit, which could be wrong by a factor of a thousand. */
function factorOf(header: string, name: QuantityName, unitChoice: string | null, unit: string | null): number {
  const base = QUANTITIES[name].unit;
  if (base !== 'W' && base !== 'Wh') {
    if (unitChoice !== null && unitChoice !== base) throw new Ambiguous(`${name} is in ${base}, not in ${unitChoice}.`);
    return 1;
  }
  const inHeader = new RegExp(`(?:^|[_ ([])(k|M)?${base}(?:$|[_ )\\]])`, 'i').exec(header);
  const chosenUnit =
    unitChoice ??
    (inHeader
      ? `${inHeader[1]?.toLowerCase() === 'k' ? 'k' : (inHeader[1] ?? '')}${base}`
      : base === 'W'
        ? unit
        : null);
  if (chosenUnit === null)
    throw new Ambiguous(
      `Is "${header}" in ${base} or in k${base}? Say it with --unit ${base} or --unit k${base}, or as --column "${header}=${name}:k${base}".`,
    );
  const factor = chosenUnit === base ? 1 : chosenUnit.endsWith(base) ? KILO[chosenUnit] : undefined;
  if (factor === undefined) throw new Ambiguous(`"${chosenUnit}" is no unit of "${header}"; use ${base} or k${base}.`);
  return factor;
}
