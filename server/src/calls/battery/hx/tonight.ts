// battery/hx/tonight: what a battery can give tonight, from its discharges and the evenings of the last days.
import { sunTimes } from '@heliograph/contract/sun.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { freshQuantities, rounded } from '../../../devices/presentDevice.ts';
import { capacityOf, usualEvening } from '../../../energy/charts/batteryTonight.ts';
import { priceOn } from '../../../energy/money/priceOn.ts';
import { localDay } from '../../../platform/calendar/rules/localDays.ts';
import { isoOf } from '../../../platform/calendar/times.ts';
import type { Handler } from '../../../platform/handler.ts';

const DAY_MS = 86_400_000;

export const batteryHxTonight: Handler<'battery/hx/tonight'> = async (request, caller) => {
  const { sql, at } = caller;
  const device = await deviceOfKind(caller, request, 'battery', 'hybrid');
  const { sid, sn, timezone } = device;
  const site = await accessibleSite(caller, sid);
  const capacityWh = await capacityOf(sql, { sid, sn }, at);
  const { powerW: eveningW, evenings } = await usualEvening(sql, site, at);
  const price = await priceOn(sql, sid, localDay(at.getTime(), timezone));
  const nowMs = at.getTime();
  const { riseMs, setMs } = sunTimes(nowMs, nowMs + DAY_MS, site.latitude, site.longitude);
  const isoAt = (ms: number | null) => isoOf(ms === null ? null : new Date(ms), timezone);
  return {
    sid,
    sn,
    socPercent: rounded(freshQuantities(device, at).batterySocPercent),
    capacityWh,
    eveningW,
    evenings,
    sunsetIso: isoAt(setMs),
    sunriseIso: isoAt(riseMs),
    importPrice: price?.kind === 'flat' ? price.price : null,
    currency: site.currency,
  };
};
