// site/playback: a day of all modules of a plant at once, for its layout to play.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { seesDevices } from '../../access/pageModules.ts';
import { mustHaveBegun, requestedDay } from '../../energy/charts/chartPeriods.ts';
import { modulePowerCurves } from '../../energy/charts/moduleCurve.ts';
import { curveSlots, siteCurve } from '../../energy/charts/powerCurve.ts';
import { bridged } from '../../energy/rules/dayCurve.ts';
import { slotsOf } from '../../platform/calendar/daySlots.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';
import { messageText } from '../../platform/texts/translate.ts';
import { alertsOfDay } from '../../problems/deviceEvents/eventStatistics.ts';
import { siteModules } from '../../roof/modulesNow.ts';

export const sitePlayback: Handler<'site/playback'> = async ({ sid, day: asked }, { sql, session, language, at }) => {
  const site = await accessibleSite({ sql, session, at }, sid);
  const today = localDay(at.getTime(), site.timezone);
  const day = requestedDay(asked, today);
  mustHaveBegun(day, today);
  const slots = curveSlots(day, site.timezone);
  const [{ powersW }, { modules, scaleW }, alerts] = await Promise.all([
    siteCurve(sql, site, slots, at),
    siteModules(sql, sid, at),
    alertsOfDay(sql, sid, slots),
  ]);
  const shown = seesDevices(session) ? modules : [];
  const read = await modulePowerCurves(
    sql,
    sid,
    shown.map(({ device: { sn, inputs }, input }) => ({ sn, input, inputs })),
    slots,
  );
  const now = Math.floor((at.getTime() - slots.fromMs) / (slots.stepS * 1000));
  // As the plant's own curve: a module whose upload is still to come has its last value.
  const powers = read.map((own) => bridged(own, now));
  const [first, end] = told(powers, slots.count);
  return {
    day,
    xAxisIso: slotsOf(day, site.timezone, slots.stepS).xAxisIso,
    power: powersW,
    firstSlot: first,
    modules: shown.map(({ device: { sn }, input }, n) => ({ sn, input, data: steps(powers[n]!, first, end) })),
    alerts: alerts.map(({ code, ...when }) => ({ ...when, title: messageText(language, `errors.${code}.title`) })),
    scaleW,
  };
};

/** From the first slot in which any of them has a value to behind the last. */
function told(all: readonly Float64Array[], count: number): [first: number, end: number] {
  let [first, end] = [count, 0];
  for (const powers of all) {
    const own = powers.findIndex((power) => !Number.isNaN(power));
    if (own < 0) continue;
    first = Math.min(first, own);
    end = Math.max(end, powers.findLastIndex((power) => !Number.isNaN(power)) + 1);
  }
  return first < end ? [first, end] : [0, 0];
}

/** Differences compress to a third of what values do. */
function steps(powers: Float64Array, first: number, end: number): (number | null)[] {
  let before = 0;
  return Array.from(powers.subarray(first, end), (power) => {
    if (Number.isNaN(power)) return null;
    const tenths = Math.round(power * 10);
    const step = tenths - before;
    before = tenths;
    return step;
  });
}
