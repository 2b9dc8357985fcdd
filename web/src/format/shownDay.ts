// The day whose curves a plant's overview shows, and the request for them.
import type { Response } from '@heliograph/contract/calls.ts';
import { addDays } from './dayCount.ts';
import { dayIn, msOf } from './times.ts';

type Site = Pick<Response<'site/overview'>, 'sid' | 'timezone' | 'isNight' | 'sunriseIso' | 'energy'>;

/** Whether the plant measures more than production: its home, grid or battery. */
export const isMetered = ({ energy }: Pick<Site, 'energy'>): boolean =>
  energy.home.show || energy.grid.show || energy.battery.show;

/** Returns the day to show. Before sunrise that is yesterday, because today's curve is still empty. */
export function displayDay({ timezone, isNight, sunriseIso }: Omit<Site, 'sid' | 'energy'>, nowMs: number) {
  const today = dayIn(nowMs, timezone);
  const sunriseMs = msOf(sunriseIso);
  const isBeforeSunrise = isNight && sunriseMs !== null && dayIn(sunriseMs, timezone) === today;
  return { day: isBeforeSunrise ? addDays(today, -1) : today, isBeforeSunrise };
}

/** A home draws power at night, so its day is always today. */
export const curveOf = (site: Site, nowMs: number) =>
  isMetered(site)
    ? ({ sid: site.sid, types: 1, date: dayIn(nowMs, site.timezone), withFlows: true, withSoc: true } as const)
    : curveOfDay(site.sid, displayDay(site, nowMs).day);

export const curveOfDay = (sid: string, date: string) => ({ sid, types: 1, date, withExpected: true }) as const;
