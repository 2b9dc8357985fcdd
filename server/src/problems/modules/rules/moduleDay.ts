// A day of a plant's modules beside their neighbours: which gave nothing, which too little, and what each lost.
import { type DayState, LEAST_COMPARED, SUN_OVER_DEG, WEAK_SHARE } from '@heliograph/contract/moduleFindings.ts';
import { required } from '@heliograph/contract/required.ts';
import { median } from '../../../energy/rules/median.ts';
import type { ClearFact } from './clearDay.ts';

/** Where a day is cut into slots, the sun in the middle of each. */
export interface DayLight {
  fromMs: number;
  stepS: number;
  sunDeg: Float64Array;
  /** 0 to 24, 12 at noon by the sun. */
  solarHour: Float64Array;
}

export interface DayModule {
  sn: string;
  input: number;
  model: number;
  /** Of the panel, W; null: not said. */
  peakW: number | null;
  /** Its part of its device's rated power, W; null: not known. */
  ratedW: number | null;
  /** Those that see the same sky, as indices of the day's modules, without itself. */
  neighbours: readonly number[];
  /** Mean of each slot; NaN: nothing said. */
  powerW: Float64Array;
  voltageV: Float64Array;
  /** Of `EXCUSED`: why what the module gave in a slot is no sign of it; 0: it is one. */
  excused: Uint8Array;
}

/** Its device said an error; it gave all that it can. */
export const EXCUSED = { error: 1, atLimit: 2 } as const;

/** Of half an hour by the sun, from 0 at midnight: what it gave, and its neighbours' median would have been, Wh. */
export type HalfHour = readonly [half: number, ownWh: number, medianWh: number];

export interface ModuleFact {
  sn: string;
  input: number;
  /** `clipped`: less than its neighbours as its device gave all it may; null: nothing to judge by, as at night, under snow, beside fewer than two neighbours. */
  state: DayState | null;
  /** Of its neighbours' median while the sun is over 20 degrees; null: it was not. */
  share: number | null;
  lostWh: number;
  /** All that it made. */
  madeWh: number;
  /** It gave enough to say that it is not dead, if nothing more can be said. */
  gives: boolean;
  /** Of a dead one: when it began on this day. */
  fromMs?: number;
  /** Of one that gave less than its neighbours. */
  halves?: HalfHour[];
  /** Of a clear day. */
  clear?: ClearFact;
}

/** "0 W" as devices measure it, beside what neighbours give. */
const NOTHING = 0.01;
/** Neighbours that give so much of all they can are at work. */
const AT_WORK = 0.1;
/** Less is no light to compare in. */
const LIGHT = 0.05;
/** Slots of a quarter of an hour that make a judgement. */
const LEAST_SLOTS = 4;
/** Then others, however they look, say that it is day; low in the sky the sun may miss a roof face altogether. */
const SUN_FOR_ALL_DEG = 10;
/** A module that is bypassed shows its diodes' voltage; one whose device is off shows all of its own. */
const COLLAPSED = 0.5;
/** Below this share its hours are kept, so that a cause can be told. */
const KEPT_BELOW = 0.95;
/** A top that stays within so much while neighbours vary more is a limit, whatever the rating says. */
const FLAT = 0.012;
const VARIED = 0.04;

/** A slot of one module beside the others. */
interface Beside {
  slot: number;
  own: number;
  /** Its neighbours' median in its own watts. */
  medianW: number;
}

const tenths = (wh: number): number => Math.round(wh * 10) / 10;

export function judgeDay(light: DayLight, modules: readonly DayModule[]): ModuleFact[] {
  const byDevice = Map.groupBy(modules, ({ sn }) => sn);
  return modules.map((module) => {
    const siblings = (byDevice.get(module.sn) ?? []).filter((other) => other !== module);
    const neighbours = module.neighbours.map((index) => required(modules[index], 'a neighbour'));
    const dead = deadOf(light, module, { neighbours, siblings, all: modules });
    const { sn, input, powerW } = module;
    const wh = powerW.reduce((sum, watts) => (Number.isNaN(watts) ? sum : sum + watts), 0) * (light.stepS / 3600);
    const gives = powerW.reduce((count, watts) => (watts >= AWAKE_W ? count + 1 : count), 0) >= LEAST_SLOTS;
    const named = { sn, input, madeWh: tenths(wh), gives };
    if (dead) return { ...named, share: null, ...dead };
    return { ...named, ...weakOf(light, module, neighbours) };
  });
}

const OTHERS = LEAST_COMPARED - 1;
/** In the dimmest light a whole module gives so much. */
const AWAKE_W = 3;
/** Of which nobody knows how strong they are, and which gave less all day, there is nothing to say. */
const LEAST_SEEN_W = 30;

/** A module and the watts that count as all of it. */
interface Strong {
  module: DayModule;
  fullW: number;
}

/** By what is known of all of them alike, else by the most that those of the same model gave that day; in their order. */
function strengths(modules: readonly DayModule[]): Strong[] {
  const rating = modules.every(({ peakW }) => peakW !== null) ? 'peakW' : 'ratedW';
  const rated = modules.flatMap((module) => {
    const fullW = module[rating];
    return fullW === null ? [] : [{ module, fullW }];
  });
  if (rated.length === modules.length) return rated;
  const seen = new Map<number, number>();
  for (const { model, powerW } of modules)
    seen.set(
      model,
      powerW.reduce((most, watts) => (watts > most ? watts : most), seen.get(model) ?? 0),
    );
  return modules.map((module) => ({ module, fullW: seen.get(module.model) ?? 0 }));
}

/** NaN: it reported nothing. */
const wattsIn = ({ powerW }: DayModule, slot: number): number => powerW[slot] ?? Number.NaN;

/** The median of what others say of a slot, as a share of all they can give; null: fewer than `least` say anything. */
function shareOf(of: readonly Strong[], slot: number, least: number): number | null {
  const said: number[] = [];
  for (const { module, fullW } of of) {
    const watts = wattsIn(module, slot);
    if (!Number.isNaN(watts) && module.excused[slot] === 0) said.push(watts / fullW);
  }
  return said.length < least ? null : median(said);
}

type Dead = Pick<ModuleFact, 'state' | 'lostWh' | 'fromMs'>;

/** Null: it is not dead at the end of the day. */
function deadOf(
  { fromMs, stepS, sunDeg }: DayLight,
  module: DayModule,
  { neighbours, siblings, all }: Record<'neighbours' | 'siblings' | 'all', readonly DayModule[]>,
): Dead | null {
  const isAlike = neighbours.length >= OTHERS;
  // However they look: in a sky this bright each roof face gets some of it.
  const [own, ...others] = strengths([module, ...(isAlike ? neighbours : all.filter((other) => other !== module))]);
  if (!own || others.length < OTHERS || own.fullW < LEAST_SEEN_W) return null;
  const { fullW } = own;
  const isSilent = module.powerW.every(Number.isNaN);
  let first = -1;
  let slots = 0;
  let lostWh = 0;
  for (const [slot, deg] of sunDeg.entries()) {
    if (!isAlike && deg < SUN_FOR_ALL_DEG) continue;
    // Those that give nothing either say nothing of how much light there is: two dead of three are dead all the same.
    const giving = others.filter((other) => wattsIn(other.module, slot) > NOTHING * other.fullW);
    const share = giving.length < others.length / 3 ? null : shareOf(giving, slot, 1);
    if (share === null || share <= AT_WORK) continue;
    const watts = wattsIn(module, slot);
    if (watts > NOTHING * share * fullW) {
      first = -1;
      slots = 0;
      lostWh = 0;
    }
    // One that says nothing while its device speaks may have missed a word; one that says nothing all day has none.
    if (Number.isNaN(watts) ? !isSilent : watts > NOTHING * share * fullW) continue;
    if (isOff(module, siblings, slot, others)) continue;
    if (first < 0) first = slot;
    slots++;
    lostWh += tenths((share * fullW * stepS) / 3600);
  }
  if (slots < LEAST_SLOTS) return null;
  return { state: isSilent ? 'noData' : 'dead', lostWh, fromMs: fromMs + first * stepS * 1000 };
}

/** A device that gives nothing at all is off, or broken itself, which its status tells; unless the voltage says that the module is. */
function isOff(module: DayModule, siblings: readonly DayModule[], slot: number, others: readonly Strong[]): boolean {
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

function weakOf(light: DayLight, module: DayModule, neighbours: readonly DayModule[]): Weak {
  if (neighbours.length < OTHERS) return NOT_JUDGED;
  const { powerW, excused } = module;
  const [strong, ...others] = strengths([module, ...neighbours]);
  if (!strong || strong.fullW < LEAST_SEEN_W) return NOT_JUDGED;
  const { fullW } = strong;
  const sunAt = (slot: number) => light.sunDeg[slot] ?? Number.NaN;
  const all: Beside[] = [];
  for (const [slot, own] of powerW.entries()) {
    if (Number.isNaN(own) || excused[slot] === EXCUSED.error || sunAt(slot) <= 0) continue;
    const share = shareOf(others, slot, OTHERS);
    if (share !== null) all.push({ slot, own, medianW: share * fullW });
  }
  const isHigh = ({ slot, medianW }: Beside) => sunAt(slot) > SUN_OVER_DEG && medianW >= LIGHT * fullW;
  const isFree = ({ slot }: Beside) => excused[slot] === 0;
  const whole = all.filter(isHigh);
  const high = whole.filter(isFree);
  const share = high.length < LEAST_SLOTS ? null : shareIn(high);
  const held = whole.filter((beside) => !isFree(beside) && isBehind(beside));
  // Where it is weak besides what its device holds back, that is what is wrong with it.
  if (held.length >= LEAST_SLOTS && (share === null || share >= WEAK_SHARE) && shareIn(whole) < KEPT_BELOW)
    return { state: 'clipped', share: shareIn(whole), lostWh: lostIn(all, light) };
  if (share === null) return NOT_JUDGED;
  // A dead one on a day too dim to say so: it neither goes on nor ends by it.
  if (share <= NOTHING) return NOT_JUDGED;
  const wh = light.stepS / 3600;
  const lostWh = lostIn(all.filter(isFree), light);
  if (share >= KEPT_BELOW) return { state: 'sound', share, lostWh };
  if (share < WEAK_SHARE && isLimited(high)) return { state: 'clipped', share, lostWh };
  const halves = Map.groupBy(high, ({ slot }) => Math.floor(light.solarHour[slot]! * 2));
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

const sumOf = <T>(list: readonly T[], value: (of: T) => number): number =>
  list.reduce((sum, each) => sum + value(each), 0);

const shareIn = (slots: readonly Beside[]): number =>
  sumOf(slots, ({ own }) => own) / sumOf(slots, ({ medianW }) => medianW);
const lostIn = (slots: readonly Beside[], { stepS }: DayLight): number =>
  tenths(Math.max(0, sumOf(slots, ({ own, medianW }) => medianW - own) * (stepS / 3600)));
const isBehind = ({ own, medianW }: Beside): boolean => own < 0.9 * medianW;

/** Flat where it falls behind: its device gives as much as it is allowed to. */
function isLimited(high: readonly Beside[]): boolean {
  const behind = high.filter(isBehind);
  if (behind.length < LEAST_SLOTS) return false;
  const spread = (values: readonly number[]) => {
    const mean = values.reduce((a, b) => a + b, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length) / mean;
  };
  return spread(behind.map(({ own }) => own)) < FLAT && spread(behind.map(({ medianW }) => medianW)) > VARIED;
}
