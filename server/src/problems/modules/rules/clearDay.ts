// Facts that only a clear day shows: the midpoint of each module's daily curve, and the yield of roof faces compared with each other.

import { required } from '@heliograph/contract/required.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import type { DayLight, DayModule } from './moduleDay.ts';

/** Modules of the same entered orientation. */
export interface ModuleGroup {
  /** Equal for the same tilt and azimuth. */
  key: string;
  /** Clear-sky power of a module of one watt, per slot. */
  clearW: Float64Array;
  /** Indices of its modules. */
  modules: readonly number[];
}

/** Facts of one module on a clear day. */
export interface ClearFact {
  /** Its face as entered. */
  face: string;
  /** The face whose curve midpoint it has. */
  fits: string;
  /** Clear-sky share of its face relative to the best other face; null: nothing to compare with, or its curve is not that of the face. */
  faceShare: number | null;
}

const HIGH_DEG = 15;
/** A day with a lower sun shows little: half of a roof may be lit by the horizon only. */
const NOON_DEG = 30;
/** Minimum quarter hours; fewer have no reliable midpoint. */
const MIN_SLOTS = 12;
/** Mean change of transmission from slot to slot, relative to its mean: less than any cloud causes. */
const STEADY = 0.03;
const EVEN = 0.18;
/** Part of clear-sky power below which an even sky is overcast: its light favours flat modules, and has no direction. */
const BRIGHT = 0.5;
/** Share of a clear day's energy that may be unknown. */
const UNKNOWN = 0.1;
/** Faces whose midpoints are closer than this cannot be distinguished, minutes. */
const APART_MIN = 40;
/** Maximum distance from the other face's midpoint, relative to the distance of both midpoints. */
const MAX_OFF_SHARE = 0.35;
/** A face whose midpoint is further from the computed one is entered wrongly, or shaded, minutes. */
const NEAR_MIN = 30;
const MIN_FACE_MODULES = 3;

/** Returns facts by the index of the module; null: the day was not clear, or there is too little data. */
export function clearFacts(
  light: DayLight,
  modules: readonly DayModule[],
  faces: readonly ModuleGroup[],
): Map<number, ClearFact> | null {
  const slots = [...light.sunDeg.keys()].filter((slot) => valueAt(light.sunDeg, slot) > HIGH_DEG);
  if (!light.sunDeg.some((deg) => deg >= NOON_DEG)) return null;
  if (!isClear(slots, modules, faces)) return null;
  const usedFaces = faces.filter(({ modules: of }) => of.length > 0);
  const shares = faceShares(light, modules, usedFaces);
  const facts = new Map<number, ClearFact>();
  for (const face of usedFaces) {
    for (const index of face.modules) {
      const fits = bestFace(light, moduleAt(modules, index).powerW, face, usedFaces);
      if (fits !== null) facts.set(index, { face: face.key, fits, faceShare: shares.get(face.key) ?? null });
    }
  }
  return facts;
}

/** Whether the day was clear, by the sum of the plant, which does not depend on swapped serial numbers. */
function isClear(slots: readonly number[], modules: readonly DayModule[], faces: readonly ModuleGroup[]): boolean {
  const transmission: number[] = [];
  for (const slot of slots) {
    let produced = 0;
    let expected = 0;
    for (const { clearW, modules: of } of faces) {
      for (const index of of) {
        const module = moduleAt(modules, index);
        const { powerW, excused } = module;
        const watts = valueAt(powerW, slot);
        if (Number.isNaN(watts) || excused[slot] !== 0) continue;
        produced += watts;
        expected += valueAt(clearW, slot) * ratingOf(module);
      }
    }
    if (expected > 0) transmission.push(produced / expected);
  }
  if (transmission.length < Math.max(MIN_SLOTS, 0.8 * slots.length)) return false;
  const mean = transmission.reduce((a, b) => a + b, 0) / transmission.length;
  if (mean < BRIGHT) return false;
  const steps = transmission.slice(1).map((value, index) => Math.abs(value - valueAt(transmission, index)) / mean);
  const spread =
    Math.sqrt(transmission.reduce((sum, value) => sum + (value - mean) ** 2, 0) / transmission.length) / mean;
  return steps.reduce((a, b) => a + b, 0) / steps.length < STEADY && spread < EVEN;
}

const moduleAt = (modules: readonly DayModule[], index: number): DayModule =>
  required(modules[index], 'a module of the face');

const ratingOf = ({ peakW, ratedW }: DayModule): number => peakW ?? ratedW ?? 1;

/** Returns the midpoint of a curve, minutes from the first slot; null: too little of the day is known. */
function middleMin(light: DayLight, powerW: Float64Array, clearW: Float64Array): number | null {
  let sum = 0;
  let moment = 0;
  let all = 0;
  let unknown = 0;
  for (let slot = 0; slot < powerW.length; slot++) {
    if (valueAt(light.sunDeg, slot) <= HIGH_DEG) continue;
    all += valueAt(clearW, slot);
    if (Number.isNaN(valueAt(powerW, slot))) {
      unknown += valueAt(clearW, slot);
      continue;
    }
    sum += valueAt(powerW, slot);
    moment += valueAt(powerW, slot) * slot;
  }
  if (sum <= 0 || unknown > UNKNOWN * all) return null;
  return ((moment / sum) * light.stepS) / 60;
}

function bestFace(
  light: DayLight,
  powerW: Float64Array,
  own: ModuleGroup,
  faces: readonly ModuleGroup[],
): string | null {
  const measuredMin = middleMin(light, powerW, own.clearW);
  if (measuredMin === null) return null;
  const middleOf = (face: ModuleGroup) => middleMin(light, face.clearW, face.clearW)!;
  const ownMin = middleOf(own);
  let best = { key: own.key, off: Number.POSITIVE_INFINITY };
  for (const face of faces) {
    const middle = middleOf(face);
    const apart = Math.abs(middle - ownMin);
    const off = Math.abs(measuredMin - middle);
    if (face === own || apart < APART_MIN || off > MAX_OFF_SHARE * apart || off >= best.off) continue;
    if (Math.abs(measuredMin - ownMin) >= (1 - MAX_OFF_SHARE) * apart) best = { key: face.key, off };
  }
  return best.key;
}

function faceShares(
  light: DayLight,
  modules: readonly DayModule[],
  faces: readonly ModuleGroup[],
): Map<string, number> {
  const known = faces.flatMap(({ key, clearW, modules: of }) => {
    if (of.length < MIN_FACE_MODULES) return [];
    let produced = 0;
    let expected = 0;
    const sum = new Float64Array(clearW.length);
    for (const index of of) {
      const module = moduleAt(modules, index);
      for (let slot = 0; slot < clearW.length; slot++) {
        const watts = valueAt(module.powerW, slot);
        if (Number.isNaN(watts) || module.excused[slot] !== 0 || valueAt(light.sunDeg, slot) <= HIGH_DEG) continue;
        sum[slot]! += watts;
        produced += watts;
        expected += valueAt(clearW, slot) * ratingOf(module);
      }
    }
    const middle = middleMin(light, sum, clearW);
    const clearMiddle = middleMin(light, clearW, clearW);
    const isItsOwn = middle !== null && clearMiddle !== null && Math.abs(middle - clearMiddle) <= NEAR_MIN;
    return isItsOwn && expected > 0
      ? [{ key, share: produced / expected, isRated: of.every((n) => isRatingKnown(moduleAt(modules, n))) }]
      : [];
  });
  const comparable = known.filter(({ isRated }) => isRated);
  return new Map(
    comparable.flatMap(({ key, share }) => {
      const others = comparable.filter((other) => other.key !== key).map((other) => other.share);
      return others.length === 0 ? [] : [[key, Math.min(1, share / Math.max(...others))]];
    }),
  );
}

const isRatingKnown = ({ peakW, ratedW }: DayModule): boolean => peakW !== null || ratedW !== null;
