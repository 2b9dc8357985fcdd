// What a battery can give tonight: its usable capacity, and the usual consumption and production of the plant by the hour, from the last days.
import { sunPosition } from '@heliograph/contract/sun.ts';
import type { Site } from '../../access/accessibleSite.ts';
import { addDays, eachDay, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSlots } from '../../samples/slots.ts';
import { usableCapacityWh } from '../rules/batteryCapacity.ts';
import { clockHours } from '../rules/clockHours.ts';
import { median } from '../rules/median.ts';
import { flowPowers } from './flowPower.ts';
import { curveSlots, siteCurves } from './powerCurve.ts';

const CAPACITY_DAYS = 14;
const USUAL_DAYS = 7;
const MIN_DAYS = 3;
/** The evening ends with the day; local time. */
const EVENING_FROM_HOUR = 18;
const STEP_S = 900;
const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;

/** Returns Wh; null: the battery was not discharged far enough in the last days. */
export async function capacityOf(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
  at: Date,
): Promise<number | null> {
  const toMs = at.getTime();
  const names = ['batterySocPercent', 'batteryPowerW'] as const;
  const read = await readSlots(sql, {
    sid,
    sns: [sn],
    fromMs: toMs - CAPACITY_DAYS * 24 * HOUR_MS,
    toMs,
    stepS: STEP_S,
    names,
  });
  const { batterySocPercent: soc, batteryPowerW: power } = read.get(sn) ?? {};
  const capacityWh = soc && power ? usableCapacityWh(soc.mean, power.mean, STEP_S) : null;
  return capacityWh === null ? null : Math.round(capacityWh);
}

/** Mean powers, W, as the median of the last days; null where fewer than three were measured. */
interface UsualDay {
  /** The home from 18:00 to 24:00, and on how many evenings that was measured. */
  eveningW: number | null;
  evenings: number;
  /** By hour of the plant's clock, from 0. */
  homeW: (number | null)[];
  producedW: (number | null)[];
}

export async function usualDay(sql: Transaction, site: Site, at: Date): Promise<UsualDay> {
  const { timezone, latitude, longitude } = site;
  const today = localDay(at.getTime(), timezone);
  const days = eachDay(addDays(today, -USUAL_DAYS), addDays(today, -1));
  const slots = days.map((day) => curveSlots(day, timezone));
  const curves = await siteCurves(sql, site, slots, at);
  const evenings: number[] = [];
  const home: number[][] = Array.from({ length: HOURS_A_DAY }, () => []);
  const produced: number[][] = Array.from({ length: HOURS_A_DAY }, () => []);
  for (const [i, day] of days.entries()) {
    const { powersW } = curves[i]!;
    const { fromMs, toMs, stepS } = slots[i]!;
    const slotOf = (ms: number) => Math.round((ms - fromMs) / (stepS * 1000));
    const nodes = await flowPowers(sql, site, { ...slots[i]!, day }, powersW, at);
    const homeW = nodes.find(({ name }) => name === 'Consumption')?.data ?? [];
    // Counted from the end of the day, which a clock change at night does not move.
    const evening = meanOf(homeW.slice(-slotOf(fromMs + (HOURS_A_DAY - EVENING_FROM_HOUR) * HOUR_MS)));
    if (evening !== null) evenings.push(evening);
    for (const hour of clockHours(fromMs, toMs, timezone)) {
      const [from, to] = [slotOf(hour.fromMs), slotOf(hour.toMs)];
      const homeMean = meanOf(homeW.slice(from, to));
      if (homeMean !== null) home[hour.hour]!.push(homeMean);
      // At night inverters do not report.
      const isDark = sunPosition((hour.fromMs + hour.toMs) / 2, latitude, longitude).elevationDeg <= 0;
      const mean = meanOf(powersW.slice(from, to)) ?? (isDark ? 0 : null);
      if (mean !== null) produced[hour.hour]!.push(mean);
    }
  }
  return {
    eveningW: usual(evenings),
    evenings: evenings.length,
    homeW: home.map(usual),
    producedW: produced.map(usual),
  };
}

/** Returns the mean of slots of which more than half are known; else null. */
function meanOf(slots: readonly (number | null)[]): number | null {
  const known = slots.filter((watts) => watts !== null);
  return known.length * 2 > slots.length ? known.reduce((sum, watts) => sum + watts, 0) / known.length : null;
}

function usual(means: readonly number[]): number | null {
  const watts = means.length < MIN_DAYS ? null : median(means);
  return watts === null ? null : Math.round(watts);
}
