// Which modules can be compared: those that see the same sky and are about as strong; and the middle of what they do.
import { median } from '../../energy/rules/median.ts';
import type { Input } from '../../installation/rules/orientation.ts';

export interface ComparedModule {
  sn: string;
  input: Input;
  tilt: number | null;
  azimuth: number | null;
  stringNumber: number | null;
  /** W peak of the panel; null: not said. */
  peakW: number | null;
  /** Its part of its device's rated power, W; null: not known. */
  ratedW: number | null;
  model: number;
}

/** What people read off a roof with a phone. */
const DEGREES = 5;
/** Panels of one series differ by this much. */
const OF_POWER = 0.1;
/** So many say where the middle is. */
const MOST = 40;

/** The nearest first: of its own string, then by serial number. */
export function neighboursOf<M extends ComparedModule>(module: ComparedModule, all: readonly M[]): M[] {
  const isOther = (other: M) => other.sn !== module.sn || other.input !== module.input;
  const isFar = (other: M) => (other.stringNumber === module.stringNumber ? 0 : 1);
  return all
    .filter((other) => isOther(other) && seesSameSky(module, other) && isAsStrong(module, other))
    .toSorted((one, other) => isFar(one) - isFar(other) || (one.sn < other.sn ? -1 : 1) || one.input - other.input)
    .slice(0, MOST);
}

/** What is not said of either is taken for the same; said of one alone it is not. */
function seesSameSky(one: ComparedModule, other: ComparedModule): boolean {
  return near(one.tilt, other.tilt, 360) && (isFlat(one) || near(one.azimuth, other.azimuth, 360));
}

/** A module that lies flat looks nowhere. */
const isFlat = ({ tilt }: ComparedModule): boolean => tilt !== null && tilt < 1;

function near(one: number | null, other: number | null, turn: number): boolean {
  if (one === null || other === null) return one === other;
  const apart = Math.abs(one - other) % turn;
  return Math.min(apart, turn - apart) <= DEGREES;
}

function isAsStrong(one: ComparedModule, other: ComparedModule): boolean {
  const about = (a: number, b: number) => Math.abs(a - b) <= OF_POWER * Math.max(a, b);
  if (one.peakW !== null && other.peakW !== null) return about(one.peakW, other.peakW);
  if (one.ratedW !== null && other.ratedW !== null) return about(one.ratedW, other.ratedW);
  return one.model === other.model;
}

/** The middle of each slot over those that have a value; NaN where none has. */
export function medianOf(columns: readonly Float64Array[], slots: number): Float64Array {
  return Float64Array.from({ length: slots }, (_, slot) => {
    const known = columns.map((column) => column[slot]!).filter((value) => !Number.isNaN(value));
    return median(known) ?? Number.NaN;
  });
}
