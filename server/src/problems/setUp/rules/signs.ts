// Checks the sign of what meters, batteries and inverters measure: home consumption is never negative, a discharging battery loses charge, modules only produce.

import type { Compared, Finding } from '@heliograph/contract/setUpChecks.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import { belowZero, greatestStretch, NIGHT_DEG, type Series, type Slotted, whOf } from './series.ts';

/** Minimum energy for a judgement. */
const ENOUGH_WH = 150;
/** How many times better one sign must explain the data than the other. */
const TIMES = 5;
/** Minimum night time with data, seconds. */
const NIGHT_S = 2 * 3600;

export interface HomeParts extends Slotted {
  /** Power of the checked device: positive from the grid, or discharging. */
  judgedW: Series;
  /** Power of the rest of the plant: production, grid, batteries, generators; its sum with `judgedW` is home consumption. */
  restW: Series;
}

/** Checks by night, as nothing else changes then; without a night, or without flow in it, by the correlation with the rest. */
export function gridSign(parts: HomeParts): Finding<'gridSign'> {
  const night = byHome(parts, (sunDeg) => sunDeg < NIGHT_DEG);
  if (night.verdict === 'wrong')
    return { verdict: 'wrong', finding: 'exportAtNight', compared: worst(parts, (sunDeg) => sunDeg < NIGHT_DEG) };
  if (night.verdict === 'ok')
    return byDay(parts) ?? { verdict: 'ok', finding: 'homeAboveZero', compared: night.compared };
  if (night.verdict === 'neither') return { verdict: 'suspect', finding: 'neitherWay', compared: night.compared };
  const correlation = correlationWithRest(parts);
  if (correlation.share > MIN_CORRELATION)
    return { verdict: 'wrong', finding: 'gridAgainst', compared: correlation.compared };
  if (correlation.share < -MIN_CORRELATION)
    return { verdict: 'ok', finding: 'gridFollows', compared: correlation.compared };
  return { verdict: 'notYet', finding: night.seconds < NIGHT_S ? 'needsNight' : 'littleFlow', compared: {} };
}

/** Checks home consumption of whole days: single slots of devices that report at different times decide nothing. */
function byDay({ sunDeg, judgedW, restW, stepS }: HomeParts): Finding<'gridSign'> | null {
  let homeWh = 0;
  let throughWh = 0;
  for (let slot = 0; slot < sunDeg.length; slot++) {
    const homeW = valueAt(judgedW, slot) + valueAt(restW, slot);
    if (valueAt(sunDeg, slot) <= 0 || Number.isNaN(homeW)) continue;
    homeWh += whOf(homeW, stepS);
    throughWh += whOf(Math.abs(valueAt(judgedW, slot)), stepS);
  }
  if (homeWh > -ENOUGH_WH - throughWh / 10) return null;
  return { verdict: 'suspect', finding: 'homeBelowZero', compared: { energyWh: -homeWh } };
}

export interface BatteryParts extends HomeParts {
  /** State of charge, per cent; null: not reported. */
  soc: Series | null;
}

/** Checks by the battery's own state of charge, which needs nothing else; without one by home consumption at night. */
export function batterySign(parts: BatteryParts): Finding<'batterySign'> {
  const own = parts.soc && bySoc(parts, parts.soc);
  if (own) return own;
  const night = byHome(parts, (sunDeg) => sunDeg < NIGHT_DEG);
  if (night.verdict === 'wrong')
    return { verdict: 'wrong', finding: 'homeBelowZero', compared: worst(parts, (sunDeg) => sunDeg < NIGHT_DEG) };
  if (night.verdict === 'ok') return { verdict: 'ok', finding: 'homeAboveZero', compared: night.compared };
  if (night.verdict === 'neither') return { verdict: 'suspect', finding: 'neitherWay', compared: night.compared };
  return { verdict: 'notYet', finding: night.seconds < NIGHT_S ? 'needsNight' : 'littleFlow', compared: {} };
}

/** Compares discharged energy with the change of the state of charge, hour by hour. Null: too little of both. */
function bySoc({ judgedW, stepS }: BatteryParts, soc: Series): Finding<'batterySign'> | null {
  const hour = Math.max(1, Math.round(3600 / stepS));
  let fitsWh = 0;
  let fitsPercent = 0;
  let againstWh = 0;
  let againstPercent = 0;
  for (let begin = 0; begin + hour < soc.length; begin += hour) {
    let dischargedWh = 0;
    for (let slot = begin; slot < begin + hour; slot++) dischargedWh += whOf(valueAt(judgedW, slot), stepS);
    // From the middle of the first slot to that of the one after the last.
    const lost = valueAt(soc, begin) - valueAt(soc, begin + hour);
    if (!(Math.abs(dischargedWh) >= 50 && Math.abs(lost) >= 1)) continue;
    if (dischargedWh > 0 === lost > 0) {
      fitsWh += Math.abs(dischargedWh);
      fitsPercent += Math.abs(lost);
    } else {
      againstWh += Math.abs(dischargedWh);
      againstPercent += Math.abs(lost);
    }
  }
  const max = Math.max(fitsWh, againstWh);
  if (max < 2 * ENOUGH_WH) return null;
  if (againstWh >= TIMES * fitsWh)
    return { verdict: 'wrong', finding: 'socAgainst', compared: { energyWh: againstWh, percent: againstPercent } };
  if (fitsWh >= TIMES * againstWh)
    return { verdict: 'ok', finding: 'socFollows', compared: { energyWh: fitsWh, percent: fitsPercent } };
  return { verdict: 'suspect', finding: 'neitherWay', compared: { energyWh: fitsWh, otherWh: againstWh } };
}

/** Checks a meter at the modules or at a load; `powerW` with the sign of its set-up should be positive. */
export function meterSign(
  { sunDeg, stepS, fromMs }: Slotted,
  powerW: Series,
  role: 'production' | 'load',
): Finding<'meterSign'> {
  let rightWh = 0;
  let otherWh = 0;
  let nightWh = 0;
  for (let slot = 0; slot < powerW.length; slot++) {
    const wh = whOf(valueAt(powerW, slot), stepS);
    if (Number.isNaN(wh)) continue;
    if (role === 'production' && valueAt(sunDeg, slot) < NIGHT_DEG) nightWh += Math.max(0, wh);
    // At night inverters consume a little.
    if (role === 'production' && valueAt(sunDeg, slot) < 5) continue;
    if (wh > 0) rightWh += wh;
    else otherWh -= wh;
  }
  const compared: Compared = { energyWh: rightWh, otherWh };
  if (nightWh >= ENOUGH_WH && nightWh >= (rightWh + otherWh) / TIMES) {
    const powerOf = (slot: number) => (valueAt(sunDeg, slot) < NIGHT_DEG ? valueAt(powerW, slot) : 0);
    return {
      verdict: 'wrong',
      finding: 'meterAtNight',
      compared: { ...greatestStretch({ sunDeg, stepS, fromMs }, powerOf) },
    };
  }
  if (Math.max(rightWh, otherWh) < ENOUGH_WH) return { verdict: 'notYet', finding: 'littleFlow', compared };
  if (otherWh >= TIMES * rightWh) return { verdict: 'wrong', finding: 'otherWay', compared };
  if (rightWh >= TIMES * otherWh) return { verdict: 'ok', finding: 'oneWay', compared };
  return { verdict: 'suspect', finding: 'bothWays', compared };
}

interface ByHome {
  verdict: 'ok' | 'wrong' | 'neither' | 'unknown';
  compared: Compared;
  /** Duration of slots without unknown values. */
  seconds: number;
}

/** Compares home consumption for the reported and the reversed sign: the energy below zero is impossible. */
function byHome({ sunDeg, judgedW, restW, stepS }: HomeParts, counts: (sunDeg: number) => boolean): ByHome {
  let reportedWh = 0;
  let reversedWh = 0;
  let seconds = 0;
  for (let slot = 0; slot < sunDeg.length; slot++) {
    const rest = valueAt(restW, slot);
    const judged = valueAt(judgedW, slot);
    if (!counts(valueAt(sunDeg, slot)) || Number.isNaN(rest + judged)) continue;
    seconds += stepS;
    reportedWh += whOf(belowZero(rest + judged), stepS);
    reversedWh += whOf(belowZero(rest - judged), stepS);
  }
  const compared = { energyWh: reportedWh, otherWh: reversedWh };
  const max = Math.max(reportedWh, reversedWh);
  if (seconds < NIGHT_S || max < ENOUGH_WH) return { verdict: 'unknown', compared, seconds };
  if (reportedWh >= TIMES * reversedWh) return { verdict: 'wrong', compared, seconds };
  if (reversedWh >= TIMES * reportedWh) return { verdict: 'ok', compared, seconds };
  return { verdict: 'neither', compared, seconds };
}

const worst = ({ judgedW, restW, ...slotted }: HomeParts, counts: (sunDeg: number) => boolean): Compared => ({
  ...greatestStretch(slotted, (slot) =>
    counts(valueAt(slotted.sunDeg, slot)) ? belowZero(valueAt(restW, slot) + valueAt(judgedW, slot)) : 0,
  ),
});

/** Minimum correlation, positive or negative. */
const MIN_CORRELATION = 0.4;
/** Minimum step of power that counts. */
const STEP_W = 50;

/**
 * Returns the correlation of grid steps with those of production and batteries, from slot to slot: -1 opposite, as produced
 * energy is not imported, 1 equal. Loads, which are independent, only add noise.
 */
function correlationWithRest({ judgedW, restW, stepS }: HomeParts): { share: number; compared: Compared } {
  let products = 0;
  let gridSquares = 0;
  let restSquares = 0;
  let steps = 0;
  let movedWh = 0;
  for (let slot = 1; slot < judgedW.length; slot++) {
    const grid = valueAt(judgedW, slot) - valueAt(judgedW, slot - 1);
    const rest = valueAt(restW, slot) - valueAt(restW, slot - 1);
    if (Number.isNaN(grid + rest) || Math.abs(rest) < STEP_W) continue;
    products += grid * rest;
    gridSquares += grid * grid;
    restSquares += rest * rest;
    movedWh += whOf(Math.abs(rest), stepS);
    steps++;
  }
  const share = steps < 24 || gridSquares === 0 ? 0 : products / Math.sqrt(gridSquares * restSquares);
  return { share, compared: { energyWh: movedWh, percent: Math.round(Math.abs(share) * 100) } };
}
