// Checks whether an irradiance sensor follows the light of the day.
import type { Finding } from '@heliograph/contract/setUpChecks.ts';
import { DAY_DEG, stuckPeriods } from '../../../energy/rules/irradiance.ts';
import { valueAt } from '../../../energy/rules/series.ts';
import type { Series, Slotted } from './series.ts';

/** Minimum time by day with readings, seconds. */
const ENOUGH_S = 4 * 3600;

export function irradiance({ fromMs, stepS, sunDeg }: Slotted, irradianceWm2: Series): Finding<'irradiance'> {
  const longest = stuckPeriods(irradianceWm2, sunDeg, stepS).toSorted(
    (one, other) => other.to - other.from - (one.to - one.from),
  )[0];
  if (longest) {
    const [from, to] = [longest.from, longest.to].map((slot) => fromMs + slot * stepS * 1000);
    return { verdict: 'wrong', finding: 'sensorStuck', compared: { fromMs: from!, toMs: to! } };
  }
  const byDay = irradianceWm2.filter((watts, slot) => watts >= 0 && valueAt(sunDeg, slot) >= DAY_DEG).length;
  return byDay * stepS < ENOUGH_S
    ? { verdict: 'notYet', finding: 'needsDay', compared: {} }
    : { verdict: 'ok', finding: 'sensorFollows', compared: {} };
}
