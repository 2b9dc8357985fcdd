// Irradiation of a day from the readings of irradiance sensors, without the readings of a sensor that is stuck.
import { valueAt } from './series.ts';

/** Minimum share of a day's clear-sky light with a reading for its irradiation to be known. */
const MIN_KNOWN = 0.9;
/** Elevation of the sun from which light changes within hours, clear or not. */
export const DAY_DEG = 10;
/** Duration of one value by day from which a sensor is stuck. */
const STUCK_S = 3 * 3600;
/** Difference, W/m2, up to which two means are of the same value. */
const SAME_WM2 = 0.01;

/** A period by day in which a sensor reported one value: slots, the end not included. */
export interface Stuck {
  from: number;
  to: number;
}

/** Returns the periods of at least three hours with the sun above 10 degrees and one value; slots without a reading do not interrupt them. */
export function stuckPeriods(irradianceWm2: Float64Array, sunDeg: ArrayLike<number>, stepS: number): Stuck[] {
  const periods: Stuck[] = [];
  let from = -1;
  let last = -1;
  const close = () => {
    if (from >= 0 && (last + 1 - from) * stepS >= STUCK_S) periods.push({ from, to: last + 1 });
    from = -1;
  };
  for (let slot = 0; slot < irradianceWm2.length; slot++) {
    if (valueAt(sunDeg, slot) < DAY_DEG) close();
    const watts = valueAt(irradianceWm2, slot);
    if (Number.isNaN(watts) || valueAt(sunDeg, slot) < DAY_DEG) continue;
    if (from >= 0 && Math.abs(watts - valueAt(irradianceWm2, from)) > SAME_WM2) close();
    if (from < 0) from = slot;
    last = slot;
  }
  close();
  return periods;
}

/**
 * Returns the Wh/m2 of a day: the mean of the sensors with a reading in each slot; null: less than nine tenths of its
 * light are known. Without the sun a missing reading is 0. A sensor that was stuck is left out for the day.
 */
export function irradiationOfDay(
  sensors: readonly Float64Array[],
  sunDeg: ArrayLike<number>,
  stepS: number,
): number | null {
  const valid = sensors.filter((readings) => stuckPeriods(readings, sunDeg, stepS).length === 0);
  let sum = 0;
  let light = 0;
  let known = 0;
  for (let slot = 0; slot < sunDeg.length; slot++) {
    const sun = Math.max(0, Math.sin((valueAt(sunDeg, slot) * Math.PI) / 180));
    light += sun;
    const readings = valid.map((sensor) => valueAt(sensor, slot)).filter((watts) => !Number.isNaN(watts));
    if (readings.length === 0) continue;
    known += sun;
    sum += readings.reduce((all, watts) => all + Math.max(0, watts), 0) / readings.length;
  }
  return light > 0 && known >= MIN_KNOWN * light ? (sum * stepS) / 3600 : null;
}
