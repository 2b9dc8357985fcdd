// What only a clear day tells: when each module has the middle of its day, and how the faces of a roof do beside each other.

import { required } from '@heliograph/contract/required.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import type { DayLight, DayModule } from './moduleDay.ts';

/** Modules that look alike, by what is set of them. */
export interface ModuleGroup {
  /** The same text for the same tilt and azimuth. */
  key: string;
  /** What a clear sky would give a module of one watt in each slot. */
  clearW: Float64Array;
  /** Indices of its modules. */
  modules: readonly number[];
}

/** What a clear day says of one module. */
export interface ClearFact {
  /** Its face as it is set, and the one whose middle of the day it has. */
  face: string;
  fits: string;
  /** What its face gives of a clear sky beside the best other face; null: nothing to compare with, or its curve is not that of the face. */
  faceShare: number | null;
}

const HIGH_DEG = 15;
/** A day on which it stays below tells little: half of a roof may be lit by the horizon alone. */
const NOON_DEG = 30;
/** Quarters of an hour; fewer have no middle. */
const LEAST_SLOTS = 12;
/** From slot to slot what comes through changes by so much of its mean: less than any cloud does. */
const STEADY = 0.03;
const EVEN = 0.18;
/** Of a clear day so much may be unknown. */
const UNKNOWN = 0.1;
/** Faces whose days have their middle nearer to each other are not told apart by it. */
const APART_MIN = 40;
/** Of the way from its own middle to the other. */
const NEARLY_THERE = 0.35;
/** A face with a middle further from what is computed is set wrong, or shaded. */
const NEAR_MIN = 30;
const LEAST_OF_FACE = 3;

/** Null: it was not clear, or there is too little to say so. By the index of the module. */
export function clearFacts(
  light: DayLight,
  modules: readonly DayModule[],
  faces: readonly ModuleGroup[],
): Map<number, ClearFact> | null {
  const slots = [...light.sunDeg.keys()].filter((slot) => valueAt(light.sunDeg, slot) > HIGH_DEG);
  if (!light.sunDeg.some((deg) => deg >= NOON_DEG)) return null;
  if (!isClear(slots, modules, faces)) return null;
  const ways = faces.filter(({ modules: of }) => of.length > 0);
  const shares = faceShares(light, modules, ways);
  const facts = new Map<number, ClearFact>();
  for (const face of ways) {
    for (const index of face.modules) {
      const fits = bestFace(light, moduleAt(modules, index).powerW, face, ways);
      if (fits !== null) facts.set(index, { face: face.key, fits, faceShare: shares.get(face.key) ?? null });
    }
  }
  return facts;
}

/** By the sum of the plant: it is the same whichever number hangs where. */
function isClear(slots: readonly number[], modules: readonly DayModule[], faces: readonly ModuleGroup[]): boolean {
  const through: number[] = [];
  for (const slot of slots) {
    let made = 0;
    let would = 0;
    for (const { clearW, modules: of } of faces) {
      for (const index of of) {
        const module = moduleAt(modules, index);
        const { powerW, excused } = module;
        const watts = valueAt(powerW, slot);
        if (Number.isNaN(watts) || excused[slot] !== 0) continue;
        made += watts;
        would += valueAt(clearW, slot) * strengthOf(module);
      }
    }
    if (would > 0) through.push(made / would);
  }
  if (through.length < Math.max(LEAST_SLOTS, 0.8 * slots.length)) return false;
  const mean = through.reduce((a, b) => a + b, 0) / through.length;
  if (mean <= 0) return false;
  const steps = through.slice(1).map((value, index) => Math.abs(value - valueAt(through, index)) / mean);
  const spread = Math.sqrt(through.reduce((sum, value) => sum + (value - mean) ** 2, 0) / through.length) / mean;
  return steps.reduce((a, b) => a + b, 0) / steps.length < STEADY && spread < EVEN;
}

const moduleAt = (modules: readonly DayModule[], index: number): DayModule =>
  required(modules[index], 'a module of the face');

const strengthOf = ({ peakW, ratedW }: DayModule): number => peakW ?? ratedW ?? 1;

/** Minutes from the first slot; null: too little of the day is known. */
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
  const made = middleMin(light, powerW, own.clearW);
  if (made === null) return null;
  const of = (face: ModuleGroup) => middleMin(light, face.clearW, face.clearW)!;
  const ownMin = of(own);
  let best = { key: own.key, off: Number.POSITIVE_INFINITY };
  for (const face of faces) {
    const middle = of(face);
    const apart = Math.abs(middle - ownMin);
    const off = Math.abs(made - middle);
    if (face === own || apart < APART_MIN || off > NEARLY_THERE * apart || off >= best.off) continue;
    if (Math.abs(made - ownMin) >= (1 - NEARLY_THERE) * apart) best = { key: face.key, off };
  }
  return best.key;
}

function faceShares(
  light: DayLight,
  modules: readonly DayModule[],
  faces: readonly ModuleGroup[],
): Map<string, number> {
  const told = faces.flatMap(({ key, clearW, modules: of }) => {
    if (of.length < LEAST_OF_FACE) return [];
    let made = 0;
    let would = 0;
    const sum = new Float64Array(clearW.length);
    for (const index of of) {
      const module = moduleAt(modules, index);
      for (let slot = 0; slot < clearW.length; slot++) {
        const watts = valueAt(module.powerW, slot);
        if (Number.isNaN(watts) || module.excused[slot] !== 0 || valueAt(light.sunDeg, slot) <= HIGH_DEG) continue;
        sum[slot]! += watts;
        made += watts;
        would += valueAt(clearW, slot) * strengthOf(module);
      }
    }
    const middle = middleMin(light, sum, clearW);
    const expected = middleMin(light, clearW, clearW);
    const isItsOwn = middle !== null && expected !== null && Math.abs(middle - expected) <= NEAR_MIN;
    return isItsOwn && would > 0
      ? [{ key, share: made / would, isRated: of.every((n) => isStrengthKnown(moduleAt(modules, n))) }]
      : [];
  });
  const comparable = told.filter(({ isRated }) => isRated);
  return new Map(
    comparable.flatMap(({ key, share }) => {
      const others = comparable.filter((other) => other.key !== key).map((other) => other.share);
      return others.length === 0 ? [] : [[key, Math.min(1, share / Math.max(...others))]];
    }),
  );
}

const isStrengthKnown = ({ peakW, ratedW }: DayModule): boolean => peakW !== null || ratedW !== null;
