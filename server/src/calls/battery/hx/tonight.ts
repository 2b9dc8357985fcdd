// battery/hx/tonight: what a battery can give tonight, from its discharges and the last days, and what sun and prices are expected until the end of tomorrow.
import { sunTimes } from '@heliograph/contract/sun.ts';
import { accessibleSite } from '../../../access/accessibleSite.ts';
import type { ManualReadContext } from '../../../context.ts';
import { deviceOfKind } from '../../../devices/deviceOfKind.ts';
import { freshQuantities, rounded } from '../../../devices/presentDevice.ts';
import { capacityOf, usualDay } from '../../../energy/charts/batteryTonight.ts';
import { expectedPower } from '../../../energy/expected/expected.ts';
import { hourPrices } from '../../../energy/money/hourPrices.ts';
import { priceOn } from '../../../energy/money/priceOn.ts';
import { clockHours } from '../../../energy/rules/clockHours.ts';
import { cloudedPower } from '../../../energy/rules/cloudedPower.ts';
import { addDays, type Day, dayBounds, localDay } from '../../../platform/calendar/rules/localDays.ts';
import { isoAt, isoOf } from '../../../platform/calendar/times.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import type { Handler } from '../../../platform/handler.ts';
import type { WeatherHour } from '../../../weather/forecasts.ts';

type Site = Awaited<ReturnType<typeof accessibleSite>>;

const DAY_MS = 86_400_000;
const CLEAR_STEP_S = 900;

export const batteryHxTonight: Handler<'battery/hx/tonight'> = async (request, caller) => {
  const { session, language, at } = caller;
  const nowMs = at.getTime();
  const known = await caller.read(async (sql) => {
    const device = await deviceOfKind({ sql, session, at, language }, request, 'battery', 'hybrid');
    const { sid, sn, timezone } = device;
    const site = await accessibleSite({ sql, session, at }, sid);
    const today = localDay(nowMs, timezone);
    const price = await priceOn(sql, sid, today);
    return {
      ...(await usualDay(sql, site, at)),
      site,
      today,
      device,
      capacityWh: await capacityOf(sql, { sid, sn }, at),
      importPrice: price?.kind === 'flat' ? price.price : null,
      priceAt: await hourPrices(sql, sid),
      clear: await clearPower(sql, site, today, at),
    };
  });
  const { site, today, device, clear, priceAt } = known;
  const weather = clear && (await weatherUntilTomorrow(caller, site, today));
  const forecastW = weather && cloudedPower(site, clear, weather);
  const { riseMs, setMs } = sunTimes(nowMs, nowMs + DAY_MS, site.latitude, site.longitude);
  const isoOrNull = (ms: number | null) => isoOf(ms === null ? null : new Date(ms), site.timezone);
  return {
    sid: site.sid,
    sn: device.sn,
    atIso: isoAt(nowMs, site.timezone),
    socPercent: rounded(freshQuantities(device, at).batterySocPercent),
    capacityWh: known.capacityWh,
    eveningW: known.eveningW,
    evenings: known.evenings,
    sunsetIso: isoOrNull(setMs),
    sunriseIso: isoOrNull(riseMs),
    importPrice: known.importPrice,
    currency: site.currency,
    solarBasis: forecastW ? 'forecast' : 'lastDays',
    hours: hoursUntilTomorrow(site.timezone, today, nowMs).map(({ day, hour, fromMs, toMs }) => ({
      fromIso: isoAt(fromMs, site.timezone),
      toIso: isoAt(toMs, site.timezone),
      homeW: known.homeW[hour]!,
      solarW: forecastW ? forecastW({ fromMs, toMs }) : known.producedW[hour]!,
      importPrice: priceAt(day, hour),
    })),
  };
};

/** Returns the hours of the plant's clock that are not over, until the end of tomorrow. */
function hoursUntilTomorrow(timeZone: string, today: Day, nowMs: number) {
  return [today, addDays(today, 1)]
    .flatMap((day) => {
      const { startMs, endMs } = dayBounds(day, timeZone);
      return clockHours(startMs, endMs, timeZone).map((part) => ({ ...part, day }));
    })
    .filter(({ toMs }) => toMs > nowMs);
}

/** Returns the power under a clear sky from today's start to the end of tomorrow; null: the plant's modules are not known. */
async function clearPower(sql: Transaction, site: Site, today: Day, at: Date) {
  const fromMs = dayBounds(today, site.timezone).startMs;
  const { endMs } = dayBounds(addDays(today, 1), site.timezone);
  const count = Math.ceil((endMs - fromMs) / (CLEAR_STEP_S * 1000));
  const expected = await expectedPower(sql, site, { fromMs, stepS: CLEAR_STEP_S, count }, { at });
  return expected && { fromMs, stepS: CLEAR_STEP_S, data: expected.data };
}

/** Returns the forecast of today and tomorrow; null: there is no weather service, or it did not answer. */
async function weatherUntilTomorrow(
  caller: ManualReadContext,
  site: Site,
  today: Day,
): Promise<readonly WeatherHour[] | null> {
  const { config, forecasts } = caller.context;
  if (config.weatherUrl === undefined) return null;
  const days = [today, addDays(today, 1)];
  const answers = await Promise.all(days.map((day) => forecasts.hoursOf(config.weatherUrl!, site, day, caller)));
  return answers.every((hours) => hours !== null) ? answers.flat() : null;
}
