// What tells each fault that is planted in the demonstration, and which test shows it: whoever plants another one says so here, or the tests fail.
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
  /** By the simulator's key. */
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
    tells: 'event `weakModule` of each device of the roof face, with how much it lacks',
    test: 'frames',
  },
  {
    kind: 'dirt',
    plant: 'werkhof',
    tells: 'event `weakModule` of each input of the device, with how much it lacks',
    test: 'gateways',
  },
  { kind: 'shade', plant: 'werkhof', tells: 'event `weakModule` of each input, cause `shade`', test: 'gateways' },
  {
    kind: 'snow',
    plant: 'pilatus',
    tells: 'nothing, rightly: no finding on any day before, in or after the snow',
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
    tells: 'event with the code of the bit, closed when the bit was gone',
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
    tells: 'device offline; event `silence` of one that fell silent meanwhile',
    test: 'gateways',
  },
  {
    kind: 'warpBack',
    plant: 'portici',
    tells: "the day's energy, which is what was made, not what the counter shows",
    test: 'frames',
  },
  { kind: 'counterReset', plant: 'werkhof', tells: "the day's energy, which is what was made", test: 'gateways' },
  { kind: 'firmware', plant: 'werkhof', tells: 'event `firmware` with both versions', test: 'gateways' },
  { kind: 'restart', plant: 'werkhof', tells: 'event `restart` at that time, once', test: 'gateways' },
  { kind: 'outage', plant: 'werkhof', tells: 'the gap, filled with each of its minutes', test: 'gateways' },
  {
    kind: 'clockJump',
    plant: 'werkhof',
    tells: 'rows from the future, refused and counted with the gateway',
    test: 'gateways',
  },
  { kind: 'wrongClock', plant: 'kazimierz', tells: 'check of the set-up `counterDay`: `beginsByDay`', test: 'setUp' },
  { kind: 'wrongSign', plant: 'werkhof', tells: 'check of the set-up `gridSign`: `exportAtNight`', test: 'setUp' },
  { kind: 'swappedPhases', plant: 'werkhof', tells: 'check of the set-up `phases`: `phasesSwapped`', test: 'setUp' },
];

export function finderOf({ plant, kind }: Pick<PlantedFault, 'plant' | 'kind'>): Finder {
  const finder = FINDERS.find((one) => one.plant === plant && one.kind === kind);
  if (!finder) throw new Error(`Nobody says what finds ${kind} of ${plant}.`);
  return finder;
}

/** Of these plants those that this test has to find. */
export const faultsFor = (test: FindingTest, sites: readonly FleetSite[]): PlantedFault[] =>
  plantedFaults(sites).filter((fault) => finderOf(fault).test === test);

const cells = (row: readonly string[]): string => `| ${row.join(' | ')} |`;

/** As docs/develop/module-faults.md has it. */
export const finderTable = (): string =>
  [
    cells(['Kind', 'Plant', 'What tells it', 'Test']),
    cells(['---', '---', '---', '---']),
    ...FINDERS.map(({ kind, plant, tells, test }) => cells([kind, plant, tells, `\`${FINDING_TESTS[test]}\``])),
  ].join('\n');
