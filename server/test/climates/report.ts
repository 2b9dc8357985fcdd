// Tables of the played climates for docs/develop/module-faults.md.
import { addDays } from '../../src/platform/calendar/rules/localDays.ts';
import { CLIMATES } from './climates.ts';
import { FAULTS, type FaultName, type FaultResult, faultCases, playChimney, playFault, playHealthy } from './faults.ts';

type Row = readonly (string | number)[];

/** Healthy plants of a climate, each for a year; together twenty plant-years. */
const PLANTS = 4;

/** Returns rows of: climate, plant-years, cold days a year, days a year with a comparison, invented findings. */
export function healthyRows(seed: number): Row[] {
  return CLIMATES.map((climate) => {
    const played = Array.from({ length: PLANTS }, (_, n) => playHealthy(climate, seed * 100 + n));
    const mean = (count: (days: (typeof played)[number]['played']) => number) =>
      Math.round(played.reduce((sum, player) => sum + count(player.played), 0) / PLANTS);
    return [
      climate.name,
      PLANTS,
      mean((days) => days.filter(({ isCold }) => isCold).length),
      mean((days) => days.filter(({ modules }) => modules.some(({ state }) => state !== null)).length),
      played.reduce((sum, { reported }) => sum + reported.length, 0),
    ];
  });
}

const NAMES: Record<FaultName, string> = { seventy: 'module at 70 %', half: 'half a string', dead: 'dead module' };
const isWinter = ({ from }: FaultResult) => ['11', '12', '01', '02'].includes(from.slice(5, 7));

/** Returns rows of: fault, climate, and of winter (November to February) and the other months each the cases found, median and maximum days. */
export function faultRows(seed: number): Row[] {
  const results = faultCases(seed).map(playFault);
  return (Object.keys(FAULTS) as FaultName[]).flatMap((fault) =>
    CLIMATES.map((climate) => {
      const of = results.filter((one) => one.fault === fault && one.climate === climate);
      const inSeason = (winter: boolean) => {
        const list = of.filter((one) => isWinter(one) === winter);
        const days = list.flatMap((one) => one.days ?? []).toSorted((a, b) => a - b);
        return [`${days.length} of ${list.length}`, days[days.length >> 1] ?? '–', days.at(-1) ?? '–'];
      };
      const invented = of.reduce((sum, one) => sum + one.invented.length, 0);
      return [NAMES[fault], climate.name, ...inSeason(true), ...inSeason(false), invented];
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
