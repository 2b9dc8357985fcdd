// Tests the file of planted faults: readable only by its owner, rewritten when something is found, with a summary line.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plantedFaults } from '@heliograph/simulator/faultTable.ts';
import { fleet } from '@heliograph/simulator/fleet.ts';
import { afterAll, expect, test } from 'vitest';
import { testServer } from '../../test/testServer.ts';
import { createFleet } from './createFleet.ts';
import { writePlantedFaults } from './writePlantedFaults.ts';

const { sql, context, clock } = await testServer();
const dataDir = mkdtempSync(join(tmpdir(), 'planted-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const yard = (seed: number, beganAtMs: number) => fleet(seed, beganAtMs).filter(({ key }) => key === 'werkhof');

test('rewrites the file and prints the line only when a finding changes', async () => {
  const sites = yard(1, clock.now().getTime());
  const { sids } = await createFleet(context, 1, yard);
  const lines: string[] = [];
  const planted = { sites, sids, dataDir, print: (line: string) => lines.push(line) };
  const file = join(dataDir, 'planted-faults.json');
  const first = await writePlantedFaults(context, planted, null);
  expect(readFileSync(file, 'utf8')).toBe(first);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dataDir)).toEqual(['planted-faults.json']);
  const rows = JSON.parse(first) as { device: string; kind: string; from: string; outcome: string }[];
  expect(rows.map(({ outcome: _, ...row }) => row)).toEqual(plantedFaults(sites));
  expect(new Set(rows.map(({ outcome }) => outcome))).toEqual(new Set(['notYet']));
  expect(await writePlantedFaults(context, planted, first)).toBe(first);
  expect(lines).toEqual([
    expect.stringMatching(
      /^Planted faults: 15 not yet \(werkhof: outage, deadModule, .*\)\. Details are in \/.*\.json\.$/,
    ),
  ]);

  const { device, from } = rows.find(({ kind }) => kind === 'restart')!;
  clock.set(new Date(Date.parse(from) + 60_000).toISOString());
  await sql`
    insert into events (sid, sn, code, opened_at) values (${sids.werkhof!}, ${device}, 'restart', ${new Date(Date.parse(from) + 2_000)})`;
  const second = await writePlantedFaults(context, planted, first);
  expect(readFileSync(file, 'utf8')).toBe(second);
  expect(lines[1]).toMatch(/^Planted faults: 1 found, 14 not yet /);
});
