// site/weatherHours: hourly weather of one day at a plant. The weather service receives only the location, rounded to about 10 km.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSite } from '../../access/accessibleSite.ts';
import { addDays, localDay } from '../../platform/calendar/rules/localDays.ts';
import { isoAt } from '../../platform/calendar/times.ts';
import type { Handler } from '../../platform/handler.ts';
import { PAST_DAYS } from '../../weather/forecasts.ts';

export const siteWeatherHours: Handler<'site/weatherHours'> = async ({ sid, day }, caller) => {
  const { context, session, at } = caller;
  const site = await caller.read((sql) => accessibleSite({ sql, session, at }, sid));
  const today = localDay(at.getTime(), site.timezone);
  // The user's clock may be ahead of ours.
  if (day > addDays(today, 1)) throw new ApiError('notYet');
  const url = context.config.weatherUrl;
  if (url === undefined) return { sid, day, service: 'none', list: [] };
  if (day < addDays(today, -PAST_DAYS)) return { sid, day, service: 'tooOld', list: [] };
  const hours = await context.forecasts.hoursOf(url, site, day, caller);
  if (!hours) return { sid, day, service: 'failed', list: [] };
  return {
    sid,
    day,
    service: 'asked',
    list: hours.map(({ atMs, temperatureC, cloudPercent, sunW }) => ({
      atIso: isoAt(atMs, site.timezone),
      temperature: temperatureC,
      clouds: cloudPercent,
      sun: sunW,
    })),
  };
};
