// What a row of the plant list says beyond its plain fields: how old, how full, how complete.
import { msOf } from '../../format/times.ts';
import type { SiteRow } from './siteList.ts';

/** `live`: young enough; `night`: silent because the sun is down; `stale`: silent although it is up; `never`. */
export type Freshness = 'live' | 'night' | 'stale' | 'never';

export function freshnessOf(row: Pick<SiteRow, 'lastUpdateIso' | 'isNight' | 'staleAfterS'>, nowMs: number): Freshness {
  const ms = msOf(row.lastUpdateIso);
  if (ms === null) return 'never';
  if (nowMs - ms <= row.staleAfterS * 1000) return 'live';
  return row.isNight ? 'night' : 'stale';
}

/** Share of the peak power that is made now, 0 to 1; null without a value. */
export function shareOf(row: Pick<SiteRow, 'now' | 'powerMax'>): number | null {
  if (row.now === null || !(row.powerMax > 0)) return null;
  return row.now / row.powerMax;
}

/** kWh today per kWp; null without a value. */
export function yieldOf(row: Pick<SiteRow, 'todayPower' | 'powerMax'>): number | null {
  if (row.todayPower === null || !(row.powerMax > 0)) return null;
  return row.todayPower / (row.powerMax / 1000);
}

export type ReportingState = 'all' | 'some' | 'none';

/** At night silence is normal, so it is never a lack. */
export function reportingOf(row: Pick<SiteRow, 'reporting' | 'snCount' | 'isNight'>): ReportingState {
  if (row.reporting === null || row.snCount === null || row.reporting >= row.snCount || row.isNight) return 'all';
  return row.reporting === 0 ? 'none' : 'some';
}

export const hasAlert = (row: Pick<SiteRow, 'alertCode'>): boolean =>
  row.alertCode !== '' && !/^0+$/.test(row.alertCode);

/** By name, else by serial number: the first ten. */
export const deviceNames = (row: Pick<SiteRow, 'deviceNames'>): string => row.deviceNames.join(', ');

/** "Graz, AT". */
export function cityOf(row: Pick<SiteRow, 'city' | 'country'>): string {
  return [row.city, row.country].filter(Boolean).join(', ');
}
