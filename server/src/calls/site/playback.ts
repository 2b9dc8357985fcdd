// site/playback: a day of all modules of a plant, for playback in its layout.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { seesDevices } from '../../access/pageModules.ts';
import { assertHasBegun, requestedDay } from '../../energy/charts/chartPeriods.ts';
import { modulePowerCurves } from '../../energy/charts/moduleCurve.ts';
import { curveSlots, siteCurve } from '../../energy/charts/powerCurve.ts';
import { bridged } from '../../energy/rules/dayCurve.ts';
import { slotsOf } from '../../platform/calendar/daySlots.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';
import { messageText } from '../../platform/texts/translate.ts';
import { alertsOfDay } from '../../problems/deviceEvents/eventStatistics.ts';
import { problemsOfDay } from '../../problems/modules/problemsOnRoof.ts';
import { siteModules } from '../../roof/modulesNow.ts';

export const sitePlayback: Handler<'site/playback'> = async (
  { sid, day: requested },
  { sql, session, language, at },
) => {
  const site = await accessibleSite({ sql, session, at }, sid);
  const today = localDay(at.getTime(), site.timezone);
  const day = requestedDay(requested, today);
  assertHasBegun(day, today);
  const slots = curveSlots(day, site.timezone);
  const [{ powersW }, { modules, scaleW }, alerts, problems] = await Promise.all([
    siteCurve(sql, site, slots, at),
    siteModules(sql, sid, at),
    alertsOfDay(sql, sid, slots),
    problemsOfDay(sql, site, slots, language),
  ]);
  const shown = seesDevices(session) ? modules : [];
  const curves = await modulePowerCurves(
    sql,
    sid,
    shown.map(({ device: { sn, inputs }, input }) => ({ sn, input, inputs })),
    slots,
  );
  const now = Math.floor((at.getTime() - slots.fromMs) / (slots.stepS * 1000));
  // As in the plant's curve, a module whose next upload is pending keeps its last value.
  const powers = curves.map((curve) => bridged(curve, now));
  const [first, end] = reportedRange(powers, slots.count);
  return {
    day,
    xAxisIso: slotsOf(day, site.timezone, slots.stepS).xAxisIso,
    power: powersW,
    firstSlot: first,
    modules: shown.map(({ device: { sn }, input }, n) => ({ sn, input, data: differences(powers[n]!, first, end) })),
    alerts: alerts.map(({ code, ...when }) => ({ ...when, title: messageText(language, `errors.${code}.title`) })),
    problems,
    scaleW,
  };
};

/** Range of slots with values: the first slot in which any module has one, and the slot after the last. */
function reportedRange(all: readonly Float64Array[], count: number): [first: number, end: number] {
  let [first, end] = [count, 0];
  for (const powers of all) {
    const curve = powers.findIndex((power) => !Number.isNaN(power));
    if (curve < 0) continue;
    first = Math.min(first, curve);
    end = Math.max(end, powers.findLastIndex((power) => !Number.isNaN(power)) + 1);
  }
  return first < end ? [first, end] : [0, 0];
}

/** Encodes powers as differences in tenths of a watt, which compress to a third of the size of values. */
function differences(powers: Float64Array, first: number, end: number): (number | null)[] {
  let previous = 0;
  return Array.from(powers.subarray(first, end), (power) => {
    if (Number.isNaN(power)) return null;
    const tenths = Math.round(power * 10);
    const difference = tenths - previous;
    previous = tenths;
    return difference;
  });
}
