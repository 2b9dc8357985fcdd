// Faults planted at random dates in played climates, and healthy plants: found or not, days until found, and invented findings.
import { addDays, type Day, daysBetween } from '../../src/platform/calendar/rules/localDays.ts';
import { snowOf } from '../../src/problems/modules/rules/snow.ts';
import { CLIMATES, type Climate } from './climates.ts';
import { makePlant, type Obstacle, type PlayedModule } from './plants.ts';
import { Player, type Reported } from './play.ts';
import { type Random, randomOf } from './random.ts';

export const FAULTS = { seventy: 0.7, half: 0.5, dead: 0 } as const;
export type FaultName = keyof typeof FAULTS;
/** Days within which a fault should be reported. */
export const GOAL_DAYS: Record<FaultName, number> = { seventy: 21, half: 14, dead: 14 };

export interface FaultCase {
  climate: Climate;
  fault: FaultName;
  from: Day;
  seed: number;
}

export interface FaultResult extends FaultCase {
  /** Days until it was reported; null: not within `PLAYED_DAYS`. */
  days: number | null;
  /** Of the goal's days, those with enough light and too little snow on the plant to show the fault; counted until it was reported. */
  shown: number;
  cause: string | null;
  /** Findings of modules without a fault. */
  invented: Reported[];
}

export const PLAYED_DAYS = 60;
/** Years of weather of a climate. */
const YEARS = 10;
/** Days played before a fault, so that rules see the weeks before. */
const DAYS_BEFORE = 36;

/** Returns `count` cases of each fault for each month and climate; `seed` picks the days and plants. */
export function faultCases(seed: number, count: number): FaultCase[] {
  const random = randomOf(seed);
  return CLIMATES.flatMap((climate) =>
    Array.from({ length: 12 * count }, (_, n) =>
      (Object.keys(FAULTS) as FaultName[]).map(
        (fault): FaultCase => ({
          climate,
          fault,
          from: addDays('2025-07-01', Math.floor(30.4 * (n % 12)) + random.index(28)),
          seed: seed * 1000 + random.index(1_000_000),
        }),
      ),
    ).flat(),
  );
}

const hitBy = (plant: Player['plant'], n: number) => plant.roof.modules[n]!;
const isOn = ({ sn, input }: Reported, module: { sn: string; input: number }) =>
  sn === module.sn && input === module.input;

export function playFault({ climate, fault, from, seed }: FaultCase): FaultResult {
  const plant = makePlant(climate, seed);
  const n = randomOf(seed + 1).index(plant.modules.length);
  const player = new Player(plant, seed % YEARS);
  let day = addDays(from, -DAYS_BEFORE);
  for (; day < from; day = addDays(day, 1)) player.play(day);
  plant.modules[n]!.faultShare = FAULTS[fault];
  let found: Reported | undefined;
  for (; !found && daysBetween(from, day) < PLAYED_DAYS; day = addDays(day, 1)) {
    player.play(day);
    found = player.reported.find((one) => isOn(one, hitBy(plant, n)) && one.reportedOn >= from && one.until === null);
  }
  const invented = player.reported.filter((one) => !isOn(one, hitBy(plant, n)) || one.reportedOn < from);
  const days = found ? daysBetween(from, found.reportedOn) + 1 : null;
  const snow = snowOf(player.played);
  const shown = player.played.filter(({ day: one, modules }) => {
    const fact = modules[n]!;
    const isCounted = one >= from && one < addDays(from, GOAL_DAYS[fault]) && fact.state !== null;
    return isCounted && !(snow.isPossible(one) && snow.mayHide(one, fact));
  }).length;
  return { climate, fault, from, seed, days, shown, cause: found?.cause ?? null, invented };
}

/** Returns the findings of a healthy plant in a year. */
export function playHealthy(climate: Climate, seed: number, from: Day = '2025-07-01', days = 365): Player {
  const player = new Player(makePlant(climate, seed), seed % YEARS);
  for (let n = 0; n < days; n++) player.play(addDays(from, n));
  return player;
}

export interface ChimneyResult {
  climate: Climate;
  from: Day;
  /** Findings of its module. */
  findings: Reported[];
  /** Findings of other modules. */
  invented: Reported[];
  /** Days until the finding ended after the chimney was removed; null: it has not. */
  endedAfter: number | null;
}

/** A chimney that is high enough for the sun of spring and autumn, not of June; near the equator one that shades the mornings. */
function chimneyAt(climate: Climate, module: PlayedModule, random: Random): Obstacle {
  if (Math.abs(climate.latitude) < 20) return { fromDeg: 50, toDeg: 130, topDeg: random.between(55, 65), passes: 0 };
  const middleDeg = 180 + random.between(-15, 15) + (module.face.azimuthDeg - 180) * 0.3;
  const halfWidth = random.between(24, 32);
  const topDeg = 90 - climate.latitude + random.between(5, 12);
  return { fromDeg: middleDeg - halfWidth, toDeg: middleDeg + halfWidth, topDeg, passes: 0 };
}

/** Builds a chimney, and removes it after `standsDays`. */
export function playChimney(
  climate: Climate,
  from: Day,
  seed: number,
  standsDays = 420,
  afterDays = 120,
): ChimneyResult {
  const plant = makePlant(climate, seed);
  const random = randomOf(seed + 2);
  const n = random.index(plant.modules.length);
  const module = plant.modules[n]!;
  const player = new Player(plant, seed % YEARS);
  let day = addDays(from, -DAYS_BEFORE);
  for (; day < from; day = addDays(day, 1)) player.play(day);
  const chimney = chimneyAt(climate, module, random);
  module.obstacles.push(chimney);
  const removed = addDays(from, standsDays);
  for (; day < removed; day = addDays(day, 1)) player.play(day);
  module.obstacles.splice(module.obstacles.indexOf(chimney), 1);
  const isOver = () => player.reported.every((one) => !isOn(one, hitBy(plant, n)) || one.until !== null);
  for (; !isOver() && day < addDays(removed, afterDays); day = addDays(day, 1)) player.play(day);
  const findings = player.reported.filter((one) => isOn(one, hitBy(plant, n)));
  const invented = player.reported.filter((one) => !isOn(one, hitBy(plant, n)));
  return { climate, from, findings, invented, endedAfter: isOver() ? daysBetween(removed, day) : null };
}
