// Whether what meters, batteries and inverters measure has its sign: home use is never below zero, a battery that gives loses charge, modules only give.

import type { Compared, Finding } from '@heliograph/contract/setUpChecks.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import { belowZero, greatestStretch, NIGHT_DEG, type Series, type Slotted, whOf } from './series.ts';

/** Less than this says nothing. */
const ENOUGH_WH = 150;
/** One way must explain so much more than the other. */
const TIMES = 5;
/** Slots of a night that are needed, in seconds. */
const NIGHT_S = 2 * 3600;

export interface HomeParts extends Slotted {
  /** Of what is judged: from the grid, or discharging, positive. */
  judgedW: Series;
  /** All else of the plant: production, grid, batteries, generators; together with what is judged it is home use. */
  restW: Series;
}

/** By night, as nothing else moves then; where there is none, or nothing flows in it, by how it moves against the rest. */
export function gridSign(parts: HomeParts): Finding<'gridSign'> {
  const night = byHome(parts, (sunDeg) => sunDeg < NIGHT_DEG);
  if (night.verdict === 'wrong')
    return { verdict: 'wrong', finding: 'exportAtNight', compared: worst(parts, (sunDeg) => sunDeg < NIGHT_DEG) };
  if (night.verdict === 'ok')
    return byDay(parts) ?? { verdict: 'ok', finding: 'homeAboveZero', compared: night.compared };
  if (night.verdict === 'neither') return { verdict: 'suspect', finding: 'neitherWay', compared: night.compared };
  const moves = against(parts);
  if (moves.share > MOVES) return { verdict: 'wrong', finding: 'gridAgainst', compared: moves.compared };
  if (moves.share < -MOVES) return { verdict: 'ok', finding: 'gridFollows', compared: moves.compared };
  return { verdict: 'notYet', finding: night.seconds < NIGHT_S ? 'needsNight' : 'littleFlow', compared: {} };
}

/** Home use of the days as a whole: single slots of devices that report at different moments tell nothing. */
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
  /** Percent; null: it tells none. */
  soc: Series | null;
}

/** By its own charge, which needs nothing else; without one by home use at night. */
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

/** Hour by hour: what was given against how the charge moved. Null: too little of both. */
function bySoc({ judgedW, stepS }: BatteryParts, soc: Series): Finding<'batterySign'> | null {
  const hour = Math.max(1, Math.round(3600 / stepS));
  let fitsWh = 0;
  let fitsPercent = 0;
  let againstWh = 0;
  let againstPercent = 0;
  for (let begin = 0; begin + hour < soc.length; begin += hour) {
    let givenWh = 0;
    for (let slot = begin; slot < begin + hour; slot++) givenWh += whOf(valueAt(judgedW, slot), stepS);
    // From the middle of the first slot to that of the one after the last.
    const lost = valueAt(soc, begin) - valueAt(soc, begin + hour);
    if (!(Math.abs(givenWh) >= 50 && Math.abs(lost) >= 1)) continue;
    if (givenWh > 0 === lost > 0) {
      fitsWh += Math.abs(givenWh);
      fitsPercent += Math.abs(lost);
    } else {
      againstWh += Math.abs(givenWh);
      againstPercent += Math.abs(lost);
    }
  }
  const most = Math.max(fitsWh, againstWh);
  if (most < 2 * ENOUGH_WH) return null;
  if (againstWh >= TIMES * fitsWh)
    return { verdict: 'wrong', finding: 'socAgainst', compared: { energyWh: againstWh, percent: againstPercent } };
  if (fitsWh >= TIMES * againstWh)
    return { verdict: 'ok', finding: 'socFollows', compared: { energyWh: fitsWh, percent: fitsPercent } };
  return { verdict: 'suspect', finding: 'neitherWay', compared: { energyWh: fitsWh, otherWh: againstWh } };
}

/** A meter at the modules or at a load, `powerW` as it is set up: positive. */
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
    // At night inverters draw a little for themselves.
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
  /** Of the slots that all is known of. */
  seconds: number;
}

/** Home use as it is told, and as it would be the other way round: what is below zero cannot be. */
function byHome({ sunDeg, judgedW, restW, stepS }: HomeParts, counts: (sunDeg: number) => boolean): ByHome {
  let toldWh = 0;
  let turnedWh = 0;
  let seconds = 0;
  for (let slot = 0; slot < sunDeg.length; slot++) {
    const rest = valueAt(restW, slot);
    const judged = valueAt(judgedW, slot);
    if (!counts(valueAt(sunDeg, slot)) || Number.isNaN(rest + judged)) continue;
    seconds += stepS;
    toldWh += whOf(belowZero(rest + judged), stepS);
    turnedWh += whOf(belowZero(rest - judged), stepS);
  }
  const compared = { energyWh: toldWh, otherWh: turnedWh };
  const most = Math.max(toldWh, turnedWh);
  if (seconds < NIGHT_S || most < ENOUGH_WH) return { verdict: 'unknown', compared, seconds };
  if (toldWh >= TIMES * turnedWh) return { verdict: 'wrong', compared, seconds };
  if (turnedWh >= TIMES * toldWh) return { verdict: 'ok', compared, seconds };
  return { verdict: 'neither', compared, seconds };
}

const worst = ({ judgedW, restW, ...slotted }: HomeParts, counts: (sunDeg: number) => boolean): Compared => ({
  ...greatestStretch(slotted, (slot) =>
    counts(valueAt(slotted.sunDeg, slot)) ? belowZero(valueAt(restW, slot) + valueAt(judgedW, slot)) : 0,
  ),
});

/** So much of its movement must be that of the rest, or against it. */
const MOVES = 0.4;
/** Steps of less tell of nothing. */
const STEP_W = 50;

/**
 * How the grid moves as production and batteries move, from slot to slot: -1 against them, as what is made is not drawn,
 * 1 with them. Loads, which come and go by themselves, only blur it.
 */
function against({ judgedW, restW, stepS }: HomeParts): { share: number; compared: Compared } {
  let both = 0;
  let ofGrid = 0;
  let ofRest = 0;
  let steps = 0;
  let movedWh = 0;
  for (let slot = 1; slot < judgedW.length; slot++) {
    const grid = valueAt(judgedW, slot) - valueAt(judgedW, slot - 1);
    const rest = valueAt(restW, slot) - valueAt(restW, slot - 1);
    if (Number.isNaN(grid + rest) || Math.abs(rest) < STEP_W) continue;
    both += grid * rest;
    ofGrid += grid * grid;
    ofRest += rest * rest;
    movedWh += whOf(Math.abs(rest), stepS);
    steps++;
  }
  const share = steps < 24 || ofGrid === 0 ? 0 : both / Math.sqrt(ofGrid * ofRest);
  return { share, compared: { energyWh: movedWh, percent: Math.round(Math.abs(share) * 100) } };
}
