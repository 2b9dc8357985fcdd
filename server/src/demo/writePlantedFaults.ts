// Writes what is planted in the demonstration, with what became of each, into a file beside its data, and says so in the log whenever it changes.
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import type { Context } from '../context.ts';
import { type Compared, comparePlanted, type Outcome } from './findPlanted.ts';

/** As `npm run simulate` calls it. */
const FILE = 'planted-faults.json';

export interface PlantedFile {
  sites: readonly FleetSite[];
  sids: Readonly<Record<string, string>>;
  dataDir: string;
  print: (line: string) => void;
}

/** Gives what it is called again with: the text of the file as it stands. */
export async function writePlantedFaults(
  context: Pick<Context, 'sql' | 'clock'>,
  { sites, sids, dataDir, print }: PlantedFile,
  before: string | null,
): Promise<string> {
  const rows = await comparePlanted(context, sites, sids);
  const text = `${JSON.stringify(rows, null, 2)}\n`;
  if (text === before) return text;
  const file = join(dataDir, FILE);
  // With a database of one's own nothing else has made it.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // Whoever reads it never sees a half of it.
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  print(`${lineOf(rows)} Each stands in ${file}.`);
  return text;
}

const WORDS: Record<Outcome, string> = {
  found: 'found',
  notYet: 'not yet',
  rightlyNothing: 'rightly nothing told',
  wronglyFound: 'wrongly told',
};

/** "Planted faults: 30 found, 6 not yet (werkhof: restart, outage), 9 rightly nothing told." */
export function lineOf(rows: readonly Compared[]): string {
  const counted = (Object.keys(WORDS) as Outcome[]).flatMap((outcome) => {
    const those = rows.filter((row) => row.outcome === outcome);
    if (those.length === 0) return [];
    const named = outcome === 'notYet' || outcome === 'wronglyFound' ? ` (${namesOf(those)})` : '';
    return [`${those.length} ${WORDS[outcome]}${named}`];
  });
  return `Planted faults: ${counted.join(', ')}.`;
}

function namesOf(rows: readonly Compared[]): string {
  const plants = Map.groupBy(rows, ({ plant }) => plant);
  return [...plants]
    .map(([plant, ofPlant]) => `${plant}: ${[...new Set(ofPlant.map(({ kind }) => kind))].join(', ')}`)
    .join('; ');
}
