// Finds comparable modules, with the same orientation and about the same power, and computes their median.
import { median } from '../../energy/rules/median.ts';
import type { Input } from '../../installation/rules/orientation.ts';

export interface ComparedModule {
  sn: string;
  input: Input;
  tilt: number | null;
  azimuth: number | null;
  stringNumber: number | null;
  /** Peak power of the panel, W; null: not entered. */
  peakW: number | null;
  /** Its part of its device's rated power, W; null: unknown. */
  ratedW: number | null;
  model: number;
}

/** Accuracy of angles measured on a roof with a phone. */
const DEGREES = 5;
/** Difference in power of panels of one series. */
const OF_POWER = 0.1;
/** Number of neighbours that suffices for a median. */
const MAX_NEIGHBOURS = 40;

/** Returns the neighbours of a module, the nearest first: of its own string, then by serial number. */
export function neighboursOf<M extends ComparedModule>(module: ComparedModule, all: readonly M[]): M[] {
  const isOther = (other: M) => other.sn !== module.sn || other.input !== module.input;
  const isFar = (other: M) => (other.stringNumber === module.stringNumber ? 0 : 1);
  return all
    .filter((other) => isOther(other) && seesSameSky(module, other) && isAsStrong(module, other))
    .toSorted((one, other) => isFar(one) - isFar(other) || (one.sn < other.sn ? -1 : 1) || one.input - other.input)
    .slice(0, MAX_NEIGHBOURS);
}

/** Values entered for neither count as equal; a value entered for only one does not. */
function seesSameSky(one: ComparedModule, other: ComparedModule): boolean {
  return near(one.tilt, other.tilt, 360) && (isFlat(one) || near(one.azimuth, other.azimuth, 360));
}

/** A flat module has no azimuth. */
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

/** Returns the median of each slot over the columns with a value; NaN where none has one. */
export function medianOf(columns: readonly Float64Array[], slots: number): Float64Array {
  return Float64Array.from({ length: slots }, (_, slot) => {
    const known = columns.map((column) => column[slot]!).filter((value) => !Number.isNaN(value));
    return median(known) ?? Number.NaN;
  });
}
