// The result that reveals each planted fault of the demonstration, and the test that checks it. Tests fail for a fault that is missing.
import type { FaultKind } from '@heliograph/simulator/faults.ts';
import { type PlantedFault, plantedFaults } from '@heliograph/simulator/faultTable.ts';
import type { FleetSite } from '@heliograph/simulator/fleetSite.ts';

export const FINDING_TESTS = {
  frames: 'server/src/demo/plantedFaults.test.ts',
  gateways: 'server/src/demo/gateways.test.ts',
  setUp: 'server/src/demo/setUpChecks.test.ts',
} as const;
export type FindingTest = keyof typeof FINDING_TESTS;

export interface Finder {
  kind: FaultKind;
  /** Key of the plant in the simulator. */
  plant: string;
  tells: string;
  test: FindingTest;
}

export const FINDERS: readonly Finder[] = [
  {
    kind: 'deadModule',
    plant: 'seeblick',
    tells: 'event `deadModule` with its input, open since the fault',
    test: 'frames',
  },
  {
    kind: 'deadModule',
    plant: 'werkhof',
    tells: 'event `deadModule` with its input, open since the fault',
    test: 'gateways',
  },
  {
    kind: 'dirt',
    plant: 'acequia',
    tells: 'event `weakModule` of each device of the roof face, with the missing share',
    test: 'frames',
  },
  {
    kind: 'dirt',
    plant: 'werkhof',
    tells: 'event `weakModule` of each input of the device, with the missing share',
    test: 'gateways',
  },
  { kind: 'shade', plant: 'werkhof', tells: 'event `weakModule` of each input, cause `shade`', test: 'gateways' },
  {
    kind: 'snow',
    plant: 'pilatus',
    tells: 'none, as expected: no finding before, during or after the snow',
    test: 'frames',
  },
  {
    kind: 'swappedNumbers',
    plant: 'lindenbrunn',
    tells: 'event `swappedModules` with both numbers',
    test: 'frames',
  },
  { kind: 'errorBits', plant: 'simonsberg', tells: 'event with the code of the bit, open', test: 'frames' },
  {
    kind: 'errorBits',
    plant: 'murgasse',
    tells: 'event with the code of the bit, closed when the bit cleared',
    test: 'frames',
  },
  { kind: 'errorBits', plant: 'werkhof', tells: 'event with the code of the bit, open', test: 'gateways' },
  {
    kind: 'silence',
    plant: 'sobreiro',
    tells: 'device and plant offline since the last frame',
    test: 'frames',
  },
  {
    kind: 'silence',
    plant: 'werkhof',
    tells: 'device offline; event `silence` of a device that stopped in between',
    test: 'gateways',
  },
  {
    kind: 'warpBack',
    plant: 'portici',
    tells: "the day's energy: the true production, not the counter's",
    test: 'frames',
  },
  { kind: 'counterReset', plant: 'werkhof', tells: "the day's energy: the true production", test: 'gateways' },
  { kind: 'firmware', plant: 'werkhof', tells: 'event `firmware` with both versions', test: 'gateways' },
  { kind: 'restart', plant: 'werkhof', tells: 'one event `restart` at that time', test: 'gateways' },
  { kind: 'outage', plant: 'werkhof', tells: 'every minute of the gap, filled in later', test: 'gateways' },
  {
    kind: 'clockJump',
    plant: 'werkhof',
    tells: 'rows from the future, refused and counted at the gateway',
    test: 'gateways',
  },
  { kind: 'wrongClock', plant: 'kazimierz', tells: 'set-up check `counterDay`: `beginsByDay`', test: 'setUp' },
  { kind: 'wrongSign', plant: 'werkhof', tells: 'set-up check `gridSign`: `exportAtNight`', test: 'setUp' },
  { kind: 'swappedPhases', plant: 'werkhof', tells: 'set-up check `phases`: `phasesSwapped`', test: 'setUp' },
];

export function finderOf({ plant, kind }: Pick<PlantedFault, 'plant' | 'kind'>): Finder {
  const finder = FINDERS.find((one) => one.plant === plant && one.kind === kind);
  if (!finder) throw new Error(`No finder is listed for ${kind} of ${plant}.`);
  return finder;
}

/** Returns the faults of these plants that this test must find. */
export const faultsFor = (test: FindingTest, sites: readonly FleetSite[]): PlantedFault[] =>
  plantedFaults(sites).filter((fault) => finderOf(fault).test === test);

const cells = (row: readonly string[]): string => `| ${row.join(' | ')} |`;

/** Returns the table in docs/develop/module-faults.md. */
export const finderTable = (): string =>
  [
    cells(['Kind', 'Plant', 'Result', 'Test']),
    cells(['---', '---', '---', '---']),
    ...FINDERS.map(({ kind, plant, tells, test }) => cells([kind, plant, tells, `\`${FINDING_TESTS[test]}\``])),
  ].join('\n');
