// site/weather7Day: forecast of the next seven days at a plant. The weather service receives only the location, rounded to about 10 km.
import { WEATHERS, weatherOf } from '@heliograph/contract/weather.ts';
import { accessibleSite, displayTemperatureUnit } from '../../access/accessibleSite.ts';
import { dayAt } from '../../platform/calendar/rules/localDays.ts';
import { isoOf } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';
import { intlLanguage } from '../../platform/places/rules/countries.ts';
import { messageText } from '../../platform/texts/translate.ts';
import type { WeatherDay } from '../../weather/forecasts.ts';

const DAYS = 7 as const;

export const siteWeather7Day: Handler<'site/weather7Day'> = async ({ sid }, caller) => {
  const { context, session, language, at } = caller;
  const { site, temperatureUnit } = await caller.read(async (sql) => {
    const site = await accessibleSite({ sql, session, at }, sid);
    const [row] = await sql<{ temperatureUnit: 'Celsius' | 'Fahrenheit' }[]>`
      select ${displayTemperatureUnit(sql, session)} as temperature_unit from sites s where s.sid = ${sid}`;
    return { site, ...row! };
  });
  const { timezone } = site;
  const head = { sid, days: DAYS, temperatureUnit, askedAtIso: null };
  const url = context.config.weatherUrl;
  if (url === undefined) return { ...head, list: [], service: 'none' };
  const forecast = await context.forecasts.of(url, site, caller);
  if (!forecast) return { ...head, list: [], service: 'failed' };
  const today = dayAt(at.getTime(), timezone).day;
  const weekday = new Intl.DateTimeFormat(intlLanguage(language), { weekday: 'short', timeZone: 'UTC' });
  const degrees = (celsius: number | null) =>
    celsius === null ? null : tenth(temperatureUnit === 'Fahrenheit' ? (celsius * 9) / 5 + 32 : celsius);
  const wordsOf = ({ code }: WeatherDay) => {
    const weather = weatherOf(code);
    return weather
      ? { icon: WEATHERS[weather].icon, conditions: messageText(language, `weather.${weather}`) }
      : { icon: '' as const, conditions: '' };
  };
  return {
    ...head,
    service: 'asked',
    askedAtIso: isoOf(forecast.askedAt, timezone),
    // A forecast cached over midnight begins with a past day.
    list: forecast.days
      .filter(({ day }) => day >= today)
      .slice(0, DAYS)
      .map((each) => ({
        datetime: each.day,
        temp: degrees(each.meanC),
        tempMax: degrees(each.highestC),
        tempMin: degrees(each.lowestC),
        ...wordsOf(each),
        week: weekday.format(new Date(`${each.day}T00:00:00Z`)),
        rain: each.rainMm === null ? null : tenth(each.rainMm),
        sun: each.sunKwh === null ? null : tenth(each.sunKwh),
      })),
  };
};

const tenth = (value: number): number => Math.round(value * 10) / 10;
