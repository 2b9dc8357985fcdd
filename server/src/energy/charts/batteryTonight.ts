// What a battery can give tonight: its usable capacity and the home's usual consumption in the evening, both from the last days.
import type { Site } from '../../access/accessibleSite.ts';
import { addDays, eachDay, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { readSlots } from '../../samples/slots.ts';
import { usableCapacityWh } from '../rules/batteryCapacity.ts';
import { median } from '../rules/median.ts';
import { flowPowers } from './flowPower.ts';
import { curveSlots, siteCurves } from './powerCurve.ts';

const CAPACITY_DAYS = 14;
const EVENING_DAYS = 7;
const MIN_EVENINGS = 3;
/** The evening ends with the day; local time. */
const EVENING_FROM_HOUR = 18;
const STEP_S = 900;
const HOUR_MS = 3_600_000;

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

/** Returns the median of the home's mean power on the last evenings, W, and how many were measured; null below three. */
export async function usualEvening(
  sql: Transaction,
  site: Site,
  at: Date,
): Promise<{ powerW: number | null; evenings: number }> {
  const today = localDay(at.getTime(), site.timezone);
  const days = eachDay(addDays(today, -EVENING_DAYS), addDays(today, -1));
  const slots = days.map((day) => curveSlots(day, site.timezone));
  const curves = await siteCurves(sql, site, slots, at);
  const means: number[] = [];
  for (const [i, day] of days.entries()) {
    const own = slots[i]!;
    const nodes = await flowPowers(sql, site, { ...own, day }, curves[i]!.powersW, at);
    const home = nodes.find(({ name }) => name === 'Consumption')?.data ?? [];
    // Counted from the end of the day, which a clock change at night does not move.
    const evening = home.slice(-Math.round(((24 - EVENING_FROM_HOUR) * HOUR_MS) / (own.stepS * 1000)));
    const known = evening.filter((watts) => watts !== null);
    if (evening.length > 0 && known.length * 2 > evening.length)
      means.push(known.reduce((sum, watts) => sum + watts, 0) / known.length);
  }
  const powerW = means.length < MIN_EVENINGS ? null : median(means);
  return { powerW: powerW === null ? null : Math.round(powerW), evenings: means.length };
}
