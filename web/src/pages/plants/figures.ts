// Values derived from a row of the plant list: freshness, share of peak power, yield, completeness.
import { msOf } from '../../format/times.ts';
import type { SiteRow } from './siteList.ts';

/** `live`: recent data; `night`: no recent data, after sunset; `stale`: no recent data by day; `never`: no data at all. */
export type Freshness = 'live' | 'night' | 'stale' | 'never';

export function freshnessOf(row: Pick<SiteRow, 'lastUpdateIso' | 'isNight' | 'staleAfterS'>, nowMs: number): Freshness {
  const ms = msOf(row.lastUpdateIso);
  if (ms === null) return 'never';
  if (nowMs - ms <= row.staleAfterS * 1000) return 'live';
  return row.isNight ? 'night' : 'stale';
}

/** Returns current power as a share of peak power, 0 to 1; null without a value. */
export function shareOf(row: Pick<SiteRow, 'now' | 'powerMax'>): number | null {
  if (row.now === null || !(row.powerMax > 0)) return null;
  return row.now / row.powerMax;
}

/** Returns today's kWh per kWp; null without a value. */
export function yieldOf(row: Pick<SiteRow, 'todayPower' | 'powerMax'>): number | null {
  if (row.todayPower === null || !(row.powerMax > 0)) return null;
  return row.todayPower / (row.powerMax / 1000);
}

export type ReportingState = 'all' | 'some' | 'none' | 'asleep';

/** Returns how many devices report; `asleep` at night, when devices do not report. */
export function reportingOf(row: Pick<SiteRow, 'reporting' | 'snCount' | 'isNight'>): ReportingState {
  if (row.reporting === null || row.snCount === null || row.reporting >= row.snCount) return 'all';
  if (row.isNight) return 'asleep';
  return row.reporting === 0 ? 'none' : 'some';
}

export const hasAlert = (row: Pick<SiteRow, 'alertCode'>): boolean =>
  row.alertCode !== '' && !/^0+$/.test(row.alertCode);

/** Returns the names of the first ten devices, or their serial numbers without names. */
export const deviceNames = (row: Pick<SiteRow, 'deviceNames'>): string => row.deviceNames.join(', ');

/** Returns city and country, such as "Graz, AT". */
export function cityOf(row: Pick<SiteRow, 'city' | 'country'>): string {
  return [row.city, row.country].filter(Boolean).join(', ');
}

/** Returns the energy of the last seven days, kWh, and its share of that under a clear sky, 0 to 1, over the days on which both are known; null without any. */
export function weekOf({ week }: Pick<SiteRow, 'week'>): { energy: number | null; share: number | null } {
  let energy: number | null = null;
  let compared = 0;
  let expected = 0;
  for (const day of week) {
    if (day.energy === null) continue;
    energy = (energy ?? 0) + day.energy;
    if (day.expected === null) continue;
    compared += day.energy;
    expected += day.expected;
  }
  return { energy, share: expected > 0 ? compared / expected : null };
}
