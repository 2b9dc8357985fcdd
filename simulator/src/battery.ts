// What a battery does by its strategy, within its power and what is stored: pure, one step after the other.

export type Strategy =
  /** Takes what is left of the sun and gives it back; below the reserve it gives nothing. */
  | { kind: 'ownUse'; reservePercent: number }
  /** As that, and charged from the grid at night, between two hours of the site's day, up to `toPercent`. */
  | { kind: 'nightCharge'; reservePercent: number; fromHour: number; toHour: number; toPercent: number }
  /** Without a grid: what the sun gives too much is not made, and a generator runs from the reserve up to `toPercent`. */
  | { kind: 'island'; reservePercent: number; toPercent: number };

export type Battery = { capacityWh: number; ratedW: number; nominalV: number; strategy: Strategy };

/** Of what goes in, and once more of what comes out. */
export const oneWay = 0.96;
/** Near full and near the reserve power follows what is left to go: it would be reached in this time. */
const taperHours = 0.25;

/** Energy of a power's positive part over `hours`, while it goes from one value to another in a straight line; Wh. */
export function positiveWh(fromW: number, toW: number, hours: number): number {
  if (fromW >= 0 && toW >= 0) return ((fromW + toW) / 2) * hours;
  if (fromW <= 0 && toW <= 0) return 0;
  const above = Math.max(fromW, toW);
  return ((above * above) / Math.abs(fromW - toW) / 2) * hours;
}

/** What is stored after a time in which the battery's power (+ discharging) went in a straight line. */
export function storedAfter(storedWh: number, fromW: number, toW: number, hours: number): number {
  return storedWh + positiveWh(-fromW, -toW, hours) * oneWay - positiveWh(fromW, toW, hours) / oneWay;
}

/** The part of a wanted power (+ discharging) that the battery takes or gives. */
export function within({ capacityWh, ratedW, strategy }: Battery, storedWh: number, wantedW: number): number {
  const roomWh = Math.max(0, capacityWh - storedWh);
  const aboveWh = Math.max(0, storedWh - (capacityWh * strategy.reservePercent) / 100);
  if (wantedW < 0) return -Math.min(-wantedW, ratedW, roomWh / oneWay / taperHours) + 0;
  return Math.min(wantedW, ratedW, (aboveWh * oneWay) / taperHours);
}

/** What it would do: `missingW` is the load without what is made, negative where too much is made. */
export function wantedW({ capacityWh, ratedW, strategy }: Battery, storedWh: number, missingW: number, hour: number) {
  if (strategy.kind === 'nightCharge' && hour >= strategy.fromHour && hour < strategy.toHour) {
    const missingWh = (capacityWh * strategy.toPercent) / 100 - storedWh;
    return missingWh > 0 ? -Math.min(ratedW, missingWh / taperHours) : Math.min(0, missingW);
  }
  return missingW;
}
