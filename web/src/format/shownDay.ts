// The day whose curve a plant's overview shows, and the request for that curve.
import type { Response } from '@heliograph/contract/calls.ts';
import { addDays } from './dayCount.ts';
import { dayIn, msOf } from './times.ts';

type Site = Pick<Response<'site/overview'>, 'sid' | 'timezone' | 'isNight' | 'sunriseIso'>;

/** Returns the day to show. Before sunrise that is yesterday, because today's curve is still empty. */
export function displayDay({ timezone, isNight, sunriseIso }: Omit<Site, 'sid'>, nowMs: number) {
  const today = dayIn(nowMs, timezone);
  const sunriseMs = msOf(sunriseIso);
  const isBeforeSunrise = isNight && sunriseMs !== null && dayIn(sunriseMs, timezone) === today;
  return { day: isBeforeSunrise ? addDays(today, -1) : today, isBeforeSunrise };
}

export const curveOf = (site: Site, nowMs: number) => curveOfDay(site.sid, displayDay(site, nowMs).day);

export const curveOfDay = (sid: string, date: string) => ({ sid, types: 1, date, withExpected: true }) as const;
