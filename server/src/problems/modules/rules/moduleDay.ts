// Compares a day of a plant's modules with their neighbours: which produced nothing, which too little, and how much each lost.
import { type DayState, LEAST_COMPARED, SUN_OVER_DEG, WEAK_SHARE } from '@heliograph/contract/moduleFindings.ts';
import { required } from '@heliograph/contract/required.ts';
import { median } from '../../../energy/rules/median.ts';
import type { ClearFact } from './clearDay.ts';

/** Slots of a day, with the position of the sun in the middle of each. */
export interface DayLight {
  fromMs: number;
  stepS: number;
  sunDeg: Float64Array;
  /** Solar time, 0 to 24, 12 at solar noon. */
  solarHour: Float64Array;
}

export interface DayModule {
  sn: string;
  input: number;
  model: number;
  /** Peak power of the panel, W; null: not entered. */
  peakW: number | null;
  /** Its part of its device's rated power, W; null: unknown. */
  ratedW: number | null;
  /** Modules of the same orientation, as indices of the day's modules, without itself. */
  neighbours: readonly number[];
  /** Mean of each slot, W; NaN: nothing reported. */
  powerW: Float64Array;
  voltageV: Float64Array;
  /** Per slot one of `EXCUSED`, why its power does not show the module's condition; 0: it does. */
  excused: Uint8Array;
}

/** The device reported an error; the device produced its maximum. */
export const EXCUSED = { error: 1, atLimit: 2 } as const;

/** A half hour of solar time, from 0 at midnight: energy of the module, and of its neighbours' median, Wh. */
export type HalfHour = readonly [half: number, ownWh: number, medianWh: number];

export interface ModuleFact {
  sn: string;
  input: number;
  /** `clipped`: less than its neighbours as its device was at its limit; null: not judged, as at night, under snow, or with fewer than two neighbours. */
  state: DayState | null;
  /** Relative to its neighbours' median while the sun is above 20 degrees, or else in diffuse light; null: too little of either. */
  share: number | null;
  lostWh: number;
  /** Its whole energy of the day. */
  madeWh: number;
  /** Whether it produced enough not to be dead, even if nothing more can be judged. */
  gives: boolean;
  /** Of a dead module: when that began on this day. */
  fromMs?: number;
  /** Of a module that produced less than its neighbours. */
  halves?: HalfHour[];
  /** On a clear day. */
  clear?: ClearFact;
}

/** Share of the neighbours' power that counts as 0 W, given the accuracy of devices. */
const NOTHING = 0.01;
/** Share of their maximum from which neighbours count as producing. */
const AT_WORK = 0.05;
/** Share of the maximum below which there is too little light for a comparison. */
const LIGHT = 0.05;
/** The same for the diffuse light of a low sun. */
const DIM_LIGHT = 0.02;
/** Part of a clear sky's light on level ground below which that of a low sun is diffuse: its beam alone gives a roof that faces it more. */
const DIFFUSE = 0.5;
/** A lower sun shows nothing. */
const LOWEST_SUN_DEG = 2;
/** Minimum slots, of a quarter of an hour, for a judgement. */
const MIN_SLOTS = 4;
/** Elevation of the sun from which modules of any orientation show that it is day; a lower sun may miss a roof face altogether. */
const SUN_FOR_ALL_DEG = 10;
/** A bypassed module has only its diodes' voltage, below this share of the usual one; a module of a device that is off has all of its own. */
const COLLAPSED = 0.5;
/** Share below which the hours are stored, from which a cause is determined. */
const HOURS_BELOW = 0.95;
/** Power that varies less than the first value while that of neighbours varies more than the second is limited, whatever the rating. */
const FLAT = 0.012;
const VARIED = 0.04;

/** A slot of one module, with the neighbours' power. */
interface ComparedSlot {
  slot: number;
  own: number;
  /** Its neighbours' median, scaled to its own power, W. */
  medianW: number;
}

const tenths = (wh: number): number => Math.round(wh * 10) / 10;

/** `isWatched`: whether a module's hours are needed even if it is sound, as they may end its finding. */
export function judgeDay(
  light: DayLight,
  modules: readonly DayModule[],
  isWatched: (module: DayModule) => boolean = () => false,
): ModuleFact[] {
  const byDevice = Map.groupBy(modules, ({ sn }) => sn);
  return modules.map((module) => {
    const siblings = (byDevice.get(module.sn) ?? []).filter((other) => other !== module);
    const neighbours = module.neighbours.map((index) => required(modules[index], 'a neighbour'));
    const dead = deadOf(light, module, { neighbours, siblings, all: modules });
    const { sn, input, powerW } = module;
    const wh = powerW.reduce((sum, watts) => (Number.isNaN(watts) ? sum : sum + watts), 0) * (light.stepS / 3600);
    const gives = powerW.reduce((count, watts) => (watts >= AWAKE_W ? count + 1 : count), 0) >= MIN_SLOTS;
    const named = { sn, input, madeWh: tenths(wh), gives };
    if (dead) return { ...named, share: null, ...dead };
    return { ...named, ...weakOf(light, module, neighbours, isWatched(module)) };
  });
}

const OTHERS = LEAST_COMPARED - 1;
/** Power of a sound module in the dimmest light, W. */
const AWAKE_W = 3;
/** Maximum power of a day below which a module of unknown rating is not judged, W. */
const MIN_PEAK_W = 30;

/** A module and the power that counts as its maximum. */
interface RatedModule {
  module: DayModule;
  fullW: number;
}

/** Rates modules by a rating that is known of all, else by the maximum of the same model on that day; in their order. */
function rate(modules: readonly DayModule[]): RatedModule[] {
  const rating = modules.every(({ peakW }) => peakW !== null) ? 'peakW' : 'ratedW';
  const rated = modules.flatMap((module) => {
    const fullW = module[rating];
    return fullW === null ? [] : [{ module, fullW }];
  });
  if (rated.length === modules.length) return rated;
  const maxByModel = new Map<number, number>();
  for (const { model, powerW } of modules)
    maxByModel.set(
      model,
      powerW.reduce((max, watts) => (watts > max ? watts : max), maxByModel.get(model) ?? 0),
    );
  return modules.map((module) => ({ module, fullW: maxByModel.get(module.model) ?? 0 }));
}

/** Returns the power in a slot; NaN: it reported nothing. */
const wattsIn = ({ powerW }: DayModule, slot: number): number => powerW[slot] ?? Number.NaN;

/** Returns the median power of modules in a slot, relative to their maximum; null: fewer than `minCount` have a value. */
function shareOf(modules: readonly RatedModule[], slot: number, minCount: number): number | null {
  const shares: number[] = [];
  for (const { module, fullW } of modules) {
    const watts = wattsIn(module, slot);
    if (!Number.isNaN(watts) && module.excused[slot] === 0) shares.push(watts / fullW);
  }
  return shares.length < minCount ? null : median(shares);
}

type Dead = Pick<ModuleFact, 'state' | 'lostWh' | 'fromMs'>;

/** Returns null if the module is not dead at the end of the day. */
function deadOf(
  { fromMs, stepS, sunDeg }: DayLight,
  module: DayModule,
  { neighbours, siblings, all }: Record<'neighbours' | 'siblings' | 'all', readonly DayModule[]>,
): Dead | null {
  const isAlike = neighbours.length >= OTHERS;
  // Of any orientation: with the sun this high each roof face gets some light.
  const [own, ...others] = rate([module, ...(isAlike ? neighbours : all.filter((other) => other !== module))]);
  if (!own || others.length < OTHERS || own.fullW < MIN_PEAK_W) return null;
  const { fullW } = own;
  const isSilent = module.powerW.every(Number.isNaN);
  let first = -1;
  let slots = 0;
  let lostWh = 0;
  for (const [slot, deg] of sunDeg.entries()) {
    if (!isAlike && deg < SUN_FOR_ALL_DEG) continue;
    // Other modules without power do not show how much light there is: two dead of three are still found.
    const giving = others.filter((other) => wattsIn(other.module, slot) > NOTHING * other.fullW);
    const share = giving.length < others.length / 3 ? null : shareOf(giving, slot, 1);
    if (share === null || share <= AT_WORK) continue;
    const watts = wattsIn(module, slot);
    if (watts > NOTHING * share * fullW) {
      first = -1;
      slots = 0;
      lostWh = 0;
    }
    // A module without a value while its device reports may have lost one; one without any value all day has none.
    if (Number.isNaN(watts) ? !isSilent : watts > NOTHING * share * fullW) continue;
    if (isOff(module, siblings, slot, others)) continue;
    if (first < 0) first = slot;
    slots++;
    lostWh += tenths((share * fullW * stepS) / 3600);
  }
  if (slots < MIN_SLOTS) return null;
  return { state: isSilent ? 'noData' : 'dead', lostWh, fromMs: fromMs + first * stepS * 1000 };
}

/** Whether the device is off: a device without any power is off, or broken itself, which its status shows, unless the voltage shows that the module is. */
function isOff(
  module: DayModule,
  siblings: readonly DayModule[],
  slot: number,
  others: readonly RatedModule[],
): boolean {
  const gives = (other: DayModule) => wattsIn(other, slot) > 0;
  if (siblings.some(gives)) return false;
  const voltsOf = ({ voltageV }: DayModule) => voltageV[slot] ?? Number.NaN;
  const own = voltsOf(module);
  const usual = median(
    others.flatMap(({ module: other }) => (gives(other) && !Number.isNaN(voltsOf(other)) ? [voltsOf(other)] : [])),
  );
  return Number.isNaN(own) || usual === null || own >= COLLAPSED * usual;
}

type Weak = Omit<ModuleFact, 'sn' | 'input' | 'madeWh' | 'gives'>;

const NOT_JUDGED: Weak = { state: null, share: null, lostWh: 0 };

function weakOf(light: DayLight, module: DayModule, neighbours: readonly DayModule[], isWatched: boolean): Weak {
  if (neighbours.length < OTHERS) return NOT_JUDGED;
  const { powerW, excused } = module;
  const [strong, ...others] = rate([module, ...neighbours]);
  if (!strong || strong.fullW < MIN_PEAK_W) return NOT_JUDGED;
  const { fullW } = strong;
  const sunAt = (slot: number) => light.sunDeg[slot] ?? Number.NaN;
  const all: ComparedSlot[] = [];
  for (const [slot, own] of powerW.entries()) {
    if (Number.isNaN(own) || excused[slot] === EXCUSED.error || sunAt(slot) <= 0) continue;
    const share = shareOf(others, slot, OTHERS);
    if (share !== null) all.push({ slot, own, medianW: share * fullW });
  }
  const isHigh = ({ slot, medianW }: ComparedSlot) => sunAt(slot) > SUN_OVER_DEG && medianW >= LIGHT * fullW;
  const isFree = ({ slot }: ComparedSlot) => excused[slot] === 0;
  const whole = all.filter(isHigh);
  const high = whole.filter(isFree);
  const isLow = high.length < MIN_SLOTS;
  const compared = isLow ? all.filter((slot) => isFree(slot) && isDiffuse(slot, sunAt(slot.slot), fullW)) : high;
  const used = isLow ? bestHalf(compared) : high;
  const share = compared.length < MIN_SLOTS ? null : shareIn(used);
  const limited = whole.filter((slot) => !isFree(slot) && isBehind(slot));
  // If it is weak apart from the limit of its device, it is weak rather than clipped.
  if (limited.length >= MIN_SLOTS && (share === null || share >= WEAK_SHARE) && shareIn(whole) < HOURS_BELOW)
    return { state: 'clipped', share: shareIn(whole), lostWh: lostIn(all, light) };
  if (share === null) return NOT_JUDGED;
  // A dead module on a day too dim to judge: its finding neither continues nor ends.
  if (share <= NOTHING) return NOT_JUDGED;
  const wh = light.stepS / 3600;
  const lostWh = lostIn(all.filter(isFree), light);
  if (share >= HOURS_BELOW && !isWatched) return { state: 'sound', share, lostWh };
  if (share < WEAK_SHARE && isLimited(used)) return { state: 'clipped', share, lostWh };
  const halves = Map.groupBy(compared, ({ slot }) => Math.floor(light.solarHour[slot]! * 2));
  return {
    state: share < WEAK_SHARE ? 'weak' : 'sound',
    share,
    lostWh,
    halves: [...halves].map(([half, of]) => [
      half,
      tenths(sumOf(of, ({ own }) => own) * wh),
      tenths(sumOf(of, ({ medianW }) => medianW) * wh),
    ]),
  };
}

/** Whether the light of a low sun is diffuse, so that nothing casts a shadow, and suffices for a comparison. */
function isDiffuse({ medianW }: ComparedSlot, sunDeg: number, fullW: number): boolean {
  if (sunDeg > SUN_OVER_DEG || sunDeg < LOWEST_SUN_DEG) return false;
  const light = medianW / fullW;
  const up = Math.sin((sunDeg * Math.PI) / 180);
  // Clear-sky irradiance on level ground by Haurwitz (1945), relative to that of the rating.
  const clearLight = 1.098 * up * Math.exp(-0.059 / up);
  return light >= DIM_LIGHT && light <= DIFFUSE * clearLight;
}

/** Returns the half of the slots in which a module does best: what shades it then hides little of the sky. */
function bestHalf(slots: readonly ComparedSlot[]): ComparedSlot[] {
  const best = slots.toSorted((one, other) => other.own / other.medianW - one.own / one.medianW);
  return best.slice(0, Math.ceil(best.length / 2));
}

const sumOf = <T>(list: readonly T[], value: (of: T) => number): number =>
  list.reduce((sum, each) => sum + value(each), 0);

const shareIn = (slots: readonly ComparedSlot[]): number =>
  sumOf(slots, ({ own }) => own) / sumOf(slots, ({ medianW }) => medianW);
const lostIn = (slots: readonly ComparedSlot[], { stepS }: DayLight): number =>
  tenths(Math.max(0, sumOf(slots, ({ own, medianW }) => medianW - own) * (stepS / 3600)));
const isBehind = ({ own, medianW }: ComparedSlot): boolean => own < 0.9 * medianW;

/** Whether the power is flat where it falls behind: the device is at its permitted limit. */
function isLimited(high: readonly ComparedSlot[]): boolean {
  const behind = high.filter(isBehind);
  if (behind.length < MIN_SLOTS) return false;
  const spread = (values: readonly number[]) => {
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) / mean;
  };
  return spread(behind.map(({ own }) => own)) < FLAT && spread(behind.map(({ medianW }) => medianW)) > VARIED;
}
