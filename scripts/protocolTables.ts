// Writes the tables of quantities in docs/devices/protocol.md from the contract: `node scripts/protocolTables.ts`. A test checks that they are up to date.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUANTITIES, type Quantity } from '../contract/src/measurements.ts';
import { REPORT_KINDS, reportNames } from '../contract/src/report.ts';

const FILE = join(import.meta.dirname, '../docs/devices/protocol.md');
const [BEGIN, END] = ['<!-- from the contract: begin -->', '<!-- end -->'];

/** Merges `input1PowerW` ... `input16PowerW` into one line. */
function folded(names: readonly string[]): string[] {
  const groups = new Map<string, number[]>();
  for (const name of names) {
    const found = /^(input|string)(\d+)(.+)$/.exec(name);
    const key = found ? `${found[1]}{n}${found[3]}` : name;
    groups.set(key, [...(groups.get(key) ?? []), found ? Number(found[2]) : 0]);
  }
  return [...groups].map(([key, numbers]) => (numbers[0] === 0 ? key : `${key}, n = 1 to ${Math.max(...numbers)}`));
}

/** Table of the quantities that a kind reports. */
function table(kind: (typeof REPORT_KINDS)[number]): string {
  const names = reportNames(kind);
  const rows = folded([...names.keys()]).map((line) => {
    const said = line.replace(/\{n\}(.*), n = .*/, '1$1');
    const name = names.get(said)!;
    const { unit, sign, min, max }: Quantity = QUANTITIES[name];
    const as = name === said ? '' : `\`${line.includes('{n}') ? name.replace('1', '{n}') : name}\``;
    const [shown, ...rest] = line.split(', ');
    return `| \`${shown}\`${rest.length > 0 ? `, ${rest.join(', ')}` : ''} | ${unit} | ${min} to ${max} | ${sign ?? ''} | ${as} |`;
  });
  if (rows.length === 0) return 'No quantities: its reports carry the rows of its attached devices.';
  return `| Name | Unit | Accepted range | Sign | Stored as |\n|---|---|---|---|---|\n${rows.join('\n')}`;
}

/** One section for all kinds that report the same quantities. */
function sections(): string {
  const kinds = Map.groupBy(REPORT_KINDS, table);
  return [...kinds].map(([text, names]) => `### ${names.join(', ')}\n\n${text}\n`).join('\n');
}

/** The document with its tables written from the contract. */
export function withTables(text: string): string {
  const begin = text.indexOf(BEGIN) + BEGIN.length;
  return `${text.slice(0, begin)}\n\n${sections()}\n${text.slice(text.indexOf(END))}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, withTables(readFileSync(FILE, 'utf8')));
