// Tables of the played climates for docs/develop/module-faults.md.
import { addDays } from '../../src/platform/calendar/rules/localDays.ts';
import { CLIMATES } from './climates.ts';
import {
  FAULTS,
  type FaultName,
  type FaultResult,
  faultCases,
  GOAL_DAYS,
  PLAYED_DAYS,
  playChimney,
  playFault,
  playHealthy,
} from './faults.ts';

type Row = readonly (string | number)[];

/** Healthy plants of a climate, each for a year. */
const PLANTS = 20;
/** Cases of a fault in a month. */
const CASES = 4;

/** Returns rows of: climate, plant-years, cold days a year, days a year with a comparison, invented findings. */
export function healthyRows(seed: number): Row[] {
  return CLIMATES.map((climate) => {
    const sums = { cold: 0, judged: 0, invented: 0 };
    for (let n = 0; n < PLANTS; n++) {
      const { played, reported } = playHealthy(climate, seed * 100 + n);
      sums.cold += played.filter(({ isCold }) => isCold).length;
      sums.judged += played.filter(({ modules }) => modules.some(({ state }) => state !== null)).length;
      sums.invented += reported.length;
    }
    return [climate.name, PLANTS, Math.round(sums.cold / PLANTS), Math.round(sums.judged / PLANTS), sums.invented];
  });
}

const NAMES: Record<FaultName, string> = { seventy: 'module at 70 %', half: 'half a string', dead: 'dead module' };
const isWinter = ({ from }: FaultResult) => ['11', '12', '01', '02'].includes(from.slice(5, 7));
/** A fault that shows on fewer days cannot be told from snow, clouds or a shadow. */
const MIN_SHOWN_DAYS = 3;

function inSeason(results: readonly FaultResult[], goalDays: number): (string | number)[] {
  const days = results.map((one) => one.days ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b);
  const median = days[days.length >> 1] ?? Number.POSITIVE_INFINITY;
  const late = results.filter((one) => (one.days ?? Number.POSITIVE_INFINITY) > goalDays);
  return [
    `${results.length - late.length} of ${results.length}`,
    median > PLAYED_DAYS ? `more than ${PLAYED_DAYS}` : median,
    late.length === 0 ? '–' : `${late.filter(({ shown }) => shown < MIN_SHOWN_DAYS).length} of ${late.length}`,
    results.filter((one) => one.days === null).length,
  ];
}

/** Returns rows of: fault, climate, goal, of winter (November to February) and the other months each the cases in time, median days, late ones that hardly showed and missed ones, and invented findings. */
export function faultRows(seed: number): Row[] {
  const results = faultCases(seed, CASES).map(playFault);
  return (Object.keys(FAULTS) as FaultName[]).flatMap((fault) =>
    CLIMATES.map((climate) => {
      const of = results.filter((one) => one.fault === fault && one.climate === climate);
      const goalDays = GOAL_DAYS[fault];
      const seasons = [true, false].map((winter) => of.filter((one) => isWinter(one) === winter));
      const invented = of.reduce((sum, one) => sum + one.invented.length, 0);
      return [NAMES[fault], climate.name, goalDays, ...seasons.flatMap((list) => inSeason(list, goalDays)), invented];
    }),
  );
}

/** Returns rows of: climate, built, first found after days, findings while it stood, findings of other modules. */
export function chimneyRows(seed: number): Row[] {
  return CLIMATES.flatMap((climate) =>
    ['2025-08-20', '2026-03-05'].map((from, n): Row => {
      const { findings, invented } = playChimney(climate, from, seed * 1000 + n);
      const first = findings[0];
      const days = first && Math.round((Date.parse(addDays(first.reportedOn, 1)) - Date.parse(from)) / 86_400_000);
      return [climate.name, from, days ?? '–', findings.length, invented.length];
    }),
  );
}
