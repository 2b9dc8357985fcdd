// Readable axes: unit steps, round ends, and the slots of a day that have a label.
import { unitText } from './lines.ts';

export interface Scale {
  /** Unit shown on the axis. */
  unit: string;
  /** Divisor of a wire value. */
  by: number;
}

const STEPS: Record<string, readonly (readonly [from: number, by: number, unit: string])[]> = {
  W: [
    [1_000_000, 1_000_000, 'MW'],
    [2000, 1000, 'kW'],
  ],
  Wh: [
    [1_000_000, 1_000_000, 'MWh'],
    [1000, 1000, 'kWh'],
  ],
  kWh: [
    [1_000_000, 1_000_000, 'GWh'],
    [1000, 1000, 'MWh'],
    [1, 1, 'kWh'],
    [1e-9, 0.001, 'Wh'],
  ],
};

/** Returns the unit that keeps the numbers of the axis short: the one in which format/numbers.ts shows the largest value. */
export function scaleOf(unit: string, largest: number): Scale {
  const step = STEPS[unit]?.find(([from]) => Number(largest.toPrecision(3)) >= from);
  return step ? { unit: step[2], by: step[1] } : { unit: unitText(unit), by: 1 };
}

export function largestOf(series: readonly (readonly (number | null)[])[]): number {
  let largest = 0;
  for (const data of series) {
    for (const value of data) if (value !== null && Math.abs(value) > largest) largest = Math.abs(value);
  }
  return largest;
}

/** Returns the steps of an axis from zero: 1, 2 or 5 times a power of ten, at most five steps, the last at or above the largest value. */
export function stepsOf(largest: number): { step: number; end: number } {
  if (!(largest > 0)) return { step: 1, end: 1 };
  const decade = 10 ** Math.floor(Math.log10(largest / 5));
  const step = [1, 2, 5, 10].map((each) => each * decade).find((each) => each * 5 >= largest)!;
  const round = (value: number) => Number(value.toPrecision(6));
  return { step: round(step), end: round(Math.ceil(round(largest / step)) * step) };
}

const DECADE = [1, 2, 5, 10];
/** Returns the smallest step of 1, 2 or 5 times a power of ten that `fits`, starting at the magnitude of `about`. */
export function roundStep(about: number, fits: (step: number) => boolean): number {
  const decade = 10 ** Math.floor(Math.log10(about));
  const steps = [...DECADE, 20, 50, 100].map((each) => Number((each * decade).toPrecision(6)));
  return steps.find(fits) ?? steps.at(-1)!;
}

/** Returns the local time at the plant, "HH:MM", taken from the ISO text so that the browser's zone has no effect. */
export const clockOf = (iso: string): string => iso.slice(11, 16);

const LABEL_STEPS_MIN = [5, 10, 15, 30, 60, 120, 180, 240, 360, 720];

/** Returns the minutes between labels, so that each label has `roomPx`. */
export function labelStep(slots: readonly string[], widthPx: number, roomPx = 56): number {
  const first = slots[0];
  const last = slots.at(-1);
  if (!first || !last) return 60;
  const minutes = Math.max(5, (Date.parse(last) - Date.parse(first)) / 60_000);
  return LABEL_STEPS_MIN.find((step) => (minutes / step) * roomPx <= widthPx) ?? 720;
}

/** Returns whether a slot starts on a labelled minute of the local time. */
export function isLabelled(iso: string, stepMin: number): boolean {
  const minutes = Number(iso.slice(11, 13)) * 60 + Number(iso.slice(14, 16));
  return minutes % stepMin === 0;
}

/** Returns the index of the first slot at or after an instant; null when the instant is unknown or outside the slots. */
export function slotAt(slots: readonly string[], at: string | number | null): number | null {
  if (at === null || slots.length === 0) return null;
  const ms = typeof at === 'number' ? at : Date.parse(at);
  if (!Number.isFinite(ms) || ms < Date.parse(slots[0]!)) return null;
  const index = slots.findIndex((slot) => Date.parse(slot) >= ms);
  return index === -1 ? null : index;
}
