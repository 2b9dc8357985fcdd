// The tables of docs/devices/protocol.md that follow from the contract. `node scripts/protocolTables.ts` writes them into it; a test compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { QUANTITIES, type Quantity } from '../contract/src/measurements.ts';
import { REPORT_KINDS, reportNames } from '../contract/src/report.ts';

const FILE = join(import.meta.dirname, '../docs/devices/protocol.md');
const [BEGIN, END] = ['<!-- from the contract: begin -->', '<!-- end -->'];

/** `input1PowerW` ... `input16PowerW` in one line. */
function folded(names: readonly string[]): string[] {
  const groups = new Map<string, number[]>();
  for (const name of names) {
    const found = /^(input|string)(\d+)(.+)$/.exec(name);
    const key = found ? `${found[1]}{n}${found[3]}` : name;
    groups.set(key, [...(groups.get(key) ?? []), found ? Number(found[2]) : 0]);
  }
  return [...groups].map(([key, numbers]) => (numbers[0] === 0 ? key : `${key}, n = 1 to ${Math.max(...numbers)}`));
}

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
  if (rows.length === 0) return `### ${kind}\n\nNothing of its own: its rows are those of its children.\n`;
  return `### ${kind}\n\n| Name | Unit | Taken from, to | Sign | In the portal |\n|---|---|---|---|---|\n${rows.join('\n')}\n`;
}

/** The document with its tables as they are by the contract. */
export function withTables(text: string): string {
  const begin = text.indexOf(BEGIN) + BEGIN.length;
  return `${text.slice(0, begin)}\n\n${REPORT_KINDS.map(table).join('\n')}\n${text.slice(text.indexOf(END))}`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(FILE, withTables(readFileSync(FILE, 'utf8')));
