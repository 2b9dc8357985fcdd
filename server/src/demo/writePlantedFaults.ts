// Writes the planted faults of the demo with their outcomes into a file in its data folder, and prints a summary whenever it changes.
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';
import type { Context } from '../context.ts';
import { makeFolder } from '../platform/files/makeFolder.ts';
import { type Compared, comparePlanted, type Outcome } from './findPlanted.ts';

/** Name of the file, the same as in `npm run simulate`. */
const FILE = 'planted-faults.json';

export interface PlantedFile {
  sites: readonly FleetSite[];
  sids: Readonly<Record<string, string>>;
  dataDir: string;
  print: (line: string) => void;
}

/** Writes the file if it changed; returns its text, which is passed to the next call as `before`. */
export async function writePlantedFaults(
  context: Pick<Context, 'sql' | 'clock'>,
  { sites, sids, dataDir, print }: PlantedFile,
  before: string | null,
): Promise<string> {
  const rows = await comparePlanted(context, sites, sids);
  const text = `${JSON.stringify(rows, null, 2)}\n`;
  if (text === before) return text;
  const file = join(dataDir, FILE);
  // With an external database nothing else creates this folder.
  makeFolder(dataDir, 0o700);
  // Replaced atomically, so that no reader sees a partial file.
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  print(`${lineOf(rows)} Details are in ${file}.`);
  return text;
}

const OUTCOME_TEXTS: Record<Outcome, string> = {
  found: 'found',
  notYet: 'not yet',
  rightlyNothing: 'rightly not reported',
  wronglyFound: 'wrongly told',
};

/** Returns the summary: "Planted faults: 30 found, 6 not yet (werkhof: restart, outage), 9 rightly not reported." */
export function lineOf(rows: readonly Compared[]): string {
  const counts = (Object.keys(OUTCOME_TEXTS) as Outcome[]).flatMap((outcome) => {
    const matching = rows.filter((row) => row.outcome === outcome);
    if (matching.length === 0) return [];
    const names = outcome === 'notYet' || outcome === 'wronglyFound' ? ` (${namesOf(matching)})` : '';
    return [`${matching.length} ${OUTCOME_TEXTS[outcome]}${names}`];
  });
  return `Planted faults: ${counts.join(', ')}.`;
}

function namesOf(rows: readonly Compared[]): string {
  const plants = Map.groupBy(rows, ({ plant }) => plant);
  return [...plants]
    .map(([plant, ofPlant]) => `${plant}: ${[...new Set(ofPlant.map(({ kind }) => kind))].join(', ')}`)
    .join('; ');
}
