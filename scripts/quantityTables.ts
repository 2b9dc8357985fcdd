// Writes the tables of quantities in the docs from the contract: `node scripts/quantityTables.ts`. A test checks that they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUANTITIES, QUANTITY_LIST, type Quantity } from '../contract/src/measurements.ts';
import { REPORT_KINDS, type ReportKind } from '../contract/src/report.ts';
import { reportNames } from '../contract/src/reportFields.ts';

const ROOT = join(import.meta.dirname, '..');
const MARKDOWN = ['<!-- from the contract: begin -->', '<!-- end -->'] as const;
const PYTHON = ['# from the contract: begin', '# end'] as const;

interface Numbered {
  /** "input{n}PowerW", or the name itself without a number. */
  pattern: string;
  names: string[];
}

/** Groups `input1PowerW` ... `input16PowerW` into one pattern; `each`: the prefix with its number. */
function grouped(names: Iterable<string>, each: RegExp): Numbered[] {
  const groups = Map.groupBy(names, (name) => name.replace(each, '$1{n}'));
  return [...groups].map(([pattern, names]) => ({ pattern, names }));
}

const PHASES = [1, 2, 3].flatMap((n) =>
  ['VoltageV', 'CurrentA', 'PowerW', 'ReactivePowerVar', 'PowerFactor'].map((what) => `l${n}${what}`),
);
/** Order of the page for the device's own quantities; all others are in the order of the contract. */
const OWN_QUANTITIES = [
  'powerW',
  'reactivePowerVar',
  'powerFactor',
  'gridVoltageV',
  'gridCurrentA',
  'frequencyHz',
  'temperatureC',
  'counterDayWh',
  'counterWh',
  'input{n}VoltageV',
  'input{n}CurrentA',
  'input{n}PowerW',
  'input{n}CounterWh',
  'string{n}CurrentA',
  'insulationOhm',
  ...PHASES,
  'l12VoltageV',
  'l23VoltageV',
  'l31VoltageV',
];

/** Returns the quantities of a kind in the order of the page: an inverter's own first, a meter's and a battery's after their part of the plant; field names that only reports have are last. */
function sortedForPage(kind: ReportKind): Numbered[] {
  const names = reportNames(kind);
  const [portal, own] = [true, false].map((isPortal) =>
    grouped(
      [...names].flatMap(([field, name]) => ((field === name) === isPortal ? [field] : [])),
      /^(input|string)\d+/,
    ),
  ) as [Numbered[], Numbered[]];
  const ownQuantities = OWN_QUANTITIES.flatMap((pattern) => portal.find((each) => each.pattern === pattern) ?? []);
  const others = portal.filter((each) => !ownQuantities.includes(each));
  return kind === 'meter' || kind === 'battery'
    ? [...others, ...ownQuantities, ...own]
    : [...ownQuantities, ...others, ...own];
}

/** Table of the quantities that a kind reports. */
function reportTable(kind: ReportKind): string {
  const names = reportNames(kind);
  const rows = sortedForPage(kind).map(({ pattern, names: fields }) => {
    const isNumbered = pattern.includes('{n}');
    const name = names.get(fields[0]!)!;
    const { unit, sign, min, max, offsetFrom }: Quantity = QUANTITIES[name];
    const offset = offsetFrom === undefined ? '' : `; from ${offsetFrom} read as ${min}`;
    const as = name === fields[0] ? '' : `\`${isNumbered ? name.replace('1', '{n}') : name}\``;
    const range = isNumbered ? `, n = 1 to ${fields.length}` : '';
    return `| \`${pattern}\`${range} | ${unit} | ${min} to ${max}${offset} | ${sign ?? ''} | ${as} |`;
  });
  if (rows.length === 0) return 'No quantities: its reports carry the rows of its attached devices.';
  return `| Name | Unit | Accepted range | Sign | Stored as |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

/** One section for all kinds that report the same quantities. */
function reportSections(): string {
  const kinds = Map.groupBy(REPORT_KINDS, reportTable);
  return [...kinds].map(([text, names]) => `### ${names.join(', ')}\n\n${text}\n`).join('\n');
}

const BY_ID = QUANTITY_LIST.toSorted(([, one], [, other]) => one.id - other.id);

/** 16, 17, 18, 160, 161 -> "16 to 18, 160, 161" */
function ranges(ids: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run?.[1] === id - 1) run[1] = id;
    else runs.push([id, id]);
  }
  return runs
    .map(([first, last]) => (first === last ? first : `${first}${last - first > 1 ? ' to ' : ', '}${last}`))
    .join(', ');
}

function idTable(): string {
  const byName = new Map<string, Quantity>(BY_ID);
  const rows = grouped(byName.keys(), /^(input|string|l(?=\d[A-Z]))\d+/).map(({ names }) => {
    const { part } = byName.get(names[0]!)!;
    const shown = names.length > 1 ? `${names[0]} to ${names.at(-1)}` : names[0];
    return `| ${ranges(names.map((name) => byName.get(name)!.id))} | ${shown} | ${part} |`;
  });
  return `| id | quantity | part |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function pythonNames(): string {
  const lines = [''];
  for (const [name, { id }] of BY_ID) {
    const entry = `${id}: '${name}',`;
    if (lines.at(-1)!.length + entry.length > 110) lines.push('');
    lines.push(`${lines.pop()} ${entry}`);
  }
  return `NAMES = {\n${lines.map((line) => `   ${line}`).join('\n')}\n}`;
}

/** Replaces the text between two markers. */
function between([begin, end]: readonly [string, string], text: string, inner: string): string {
  return `${text.slice(0, text.indexOf(begin) + begin.length)}\n${inner}\n${text.slice(text.indexOf(end))}`;
}

/** Updates the generated part of each file, by path. */
export const WRITTEN: Readonly<Record<string, (text: string) => string>> = {
  'docs/devices/protocol.md': (text) => between(MARKDOWN, text, `\n${reportSections()}`),
  'docs/develop/block-format.md': (text) => between(MARKDOWN, text, `\n${idTable()}`),
  'docs/develop/read_block.py': (text) => between(PYTHON, text, pythonNames()),
};

if (process.argv[1] === import.meta.filename)
  for (const [path, write] of Object.entries(WRITTEN)) {
    const file = join(ROOT, path);
    writeFileSync(file, write(readFileSync(file, 'utf8')));
  }
