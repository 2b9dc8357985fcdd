// Totals of the reports of several plants over one period. Pure.
import type { PlantReport } from '@heliograph/contract/entities/plantReport.ts';

export interface Totals {
  plants: number;
  /** Plants with a production figure; only these are in the totals below. */
  known: number;
  /** Peak power of all plants, W. */
  powerMax: number;
  /** kWh; null: no plant has a figure. */
  energy: number | null;
  /** kWh per kWp of plants with peak power and production. */
  specificYield: number | null;
  /** Production as a share of the clear-sky yield of the same days, weighted by that yield. */
  clearSky: number | null;
  /** Share of the device hours of daylight without silence or fault. */
  availability: number | null;
  /** Value of the production by currency, of plants where it is known. */
  worth: ReadonlyMap<string, number>;
  openProblems: number;
  /** kWh lost by problems of the period, as far as it is known. */
  lostKwh: number;
}

export function totalsOf(reports: readonly PlantReport[]): Totals {
  const known = reports.filter(({ energy }) => energy !== null);
  const rated = known.filter(({ powerMax }) => powerMax > 0);
  const clear = reports.flatMap(({ expected }) => (expected && expected.ratio !== null ? [expected] : []));
  const running = reports.flatMap(({ availability }) => (availability.share === null ? [] : [availability]));
  const problems = reports.flatMap((report) => report.problems ?? []);
  const worth = new Map<string, number>();
  for (const { currency, worth: amount } of reports)
    if (amount !== null) worth.set(currency, (worth.get(currency) ?? 0) + amount);
  return {
    plants: reports.length,
    known: known.length,
    powerMax: sum(reports, ({ powerMax }) => powerMax),
    energy: known.length === 0 ? null : kWhSum(known, ({ energy }) => energy),
    specificYield: ratio(
      kWhSum(rated, ({ energy }) => energy),
      sum(rated, ({ powerMax }) => powerMax) / 1000,
    ),
    clearSky: ratio(
      sum(clear, ({ ratio, energy }) => (ratio ?? 0) * energy),
      sum(clear, ({ energy }) => energy),
    ),
    availability: ratio(
      sum(running, ({ daylightHours, silentHours, faultHours }) => daylightHours - silentHours - faultHours),
      sum(running, ({ daylightHours }) => daylightHours),
    ),
    worth,
    openProblems: problems.filter(({ until }) => until === null).length,
    lostKwh: kWhSum(problems, ({ lostKwh }) => lostKwh),
  };
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** Adds in whole Wh, so that the total is the sum of the figures that are shown. */
const kWhSum = <Row>(rows: readonly Row[], of: (row: Row) => number | null): number =>
  sum(rows, (row) => Math.round((of(row) ?? 0) * 1000)) / 1000;

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
