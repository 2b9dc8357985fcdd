// Compares years of a device, or of one of its modules, with the year before, corrected for sunlight where it is known: by sensors, else by the device's own clear days.
import { MAX_COMPARED_YEARS } from '@heliograph/contract/calls/device/statistics/years.ts';
import type { Response } from '@heliograph/contract/calls.ts';
import type { Input } from '../../installation/rules/orientation.ts';
import { addDays, type Day, localDay, type Month } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { kWhOf } from '../../platform/texts/numbers.ts';
import { type MeasuredDevice, moduleDays } from '../modules/moduleEnergy.ts';
import { energyByDay, storedKnownDays } from '../periods/knownDays.ts';
import {
  type ClearMonth,
  type ComparedYear,
  comparedYears,
  correctedByClearDays,
  correctedByLight,
  type DayEnergy,
  dayBefore,
} from '../rules/yearOnYear.ts';
import { clearSkyLevel } from './expected.ts';
import { lightOfDays, sensorsOf } from './performanceRatio.ts';

type Year = Response<'device/statistics/years'>['list'][number];
type Corrected = Year['corrected'];
type ClearLevel = Awaited<ReturnType<typeof clearSkyLevel>>;
type Device = MeasuredDevice & { powerMaxW: number };

/** Months whose clear days represent a year: clear days are those of a month and of the sixty days before it. */
const SEASONS = ['03', '06', '09', '12'];

/**
 * Returns the compared years, newest first; `input` null: the whole device. The caller has checked access to the site.
 */
export async function readComparedYears(
  sql: Transaction,
  device: Device,
  input: Input | null,
  at: Date,
): Promise<Year[]> {
  const today = localDay(at.getTime(), device.timezone);
  const to = addDays(today, -1);
  const from = `${Number(today.slice(0, 4)) - MAX_COMPARED_YEARS}-01-01`;
  const stored = await storedKnownDays(sql, device, { from, to }, at);
  const ofDevice = energyByDay(stored, device, at);
  const energies =
    input === null || device.inputs === 1
      ? ofDevice
      : energyByDay(await moduleDays(sql, device, input, stored, at), device, at);
  const years = comparedYears(energies);
  const light = await lightOf(sql, device, years);
  // Cached, as the level of a year is also the level before the next one.
  const levels = new Map<Month, Promise<ClearLevel>>();
  const levelOf = (month: Month): Promise<ClearLevel> =>
    levels.getOrInsertComputed(month, () => clearSkyLevel(sql, device, month, at));
  const list: Year[] = [];
  for (const year of years) {
    const byLight = light && correctedByLight(year, energies, light);
    const corrected: Corrected = byLight
      ? { ...byLight, basis: 'sensors' }
      : await byClearDays(year, levelOf, { energies, ofDevice });
    list.push({
      year: year.year,
      energy: kWhOf(year.energyWh),
      before: kWhOf(year.beforeWh),
      days: year.days.length,
      from: year.days[0]!,
      to: year.days.at(-1)!,
      change: thousandths(year.energyWh / year.beforeWh - 1),
      corrected: corrected && { ...corrected, change: thousandths(corrected.change) },
    });
  }
  return list;
}

const thousandths = (value: number): number => Math.round(value * 1000) / 1000 + 0;

/** Days in order. */
type Days = ReadonlyMap<Day, DayEnergy>;

/** Returns the irradiation of all compared days and of the same days a year before; null: no sensor. */
async function lightOf(
  sql: Transaction,
  device: Device,
  years: readonly ComparedYear[],
): Promise<Map<Day, number> | null> {
  const sensors = years.length === 0 ? [] : await sensorsOf(sql, device.sid);
  if (sensors.length === 0) return null;
  const days = new Set(years.flatMap((year) => year.days.flatMap((day) => [day, dayBefore(day)])));
  return await lightOfDays(sql, device, sensors, [...days].toSorted());
}

/**
 * Corrects by seasons whose clear days are known in both years; a module counts with its share of its device's energy.
 */
async function byClearDays(
  { year, days }: ComparedYear,
  levelOf: (month: Month) => Promise<ClearLevel>,
  { energies, ofDevice }: { energies: Days; ofDevice: Days },
): Promise<Corrected> {
  const shares = sharesOfModule(days, energies, ofDevice);
  if (!shares) return null;
  const months: ClearMonth[] = [];
  for (const season of SEASONS) {
    const month: Month = `${year}-${season}`;
    // Before a season has days of its own, its sixty days before belong to the last season.
    if (!days.some((day) => day.startsWith(month))) continue;
    const now = await levelOf(month);
    const before = now && (await levelOf(`${year - 1}-${season}`));
    if (!now || !before) continue;
    months.push({
      level: now.level * shares.now,
      levelBefore: before.level * shares.before,
      weight: now.clearWh,
      days: now.days,
      daysBefore: before.days,
    });
  }
  const corrected = correctedByClearDays(months);
  return corrected && { ...corrected, basis: 'clearDays' };
}

/** Returns the module's share of its device's energy on these days in both years; sunlight affects both alike. */
function sharesOfModule(days: readonly Day[], energies: Days, ofDevice: Days): { now: number; before: number } | null {
  if (energies === ofDevice) return { now: 1, before: 1 };
  const sum = (of: Days, on: readonly Day[]) => on.reduce((all, day) => all + (of.get(day)?.energyWh ?? 0), 0);
  const earlier = days.map(dayBefore);
  const [producedWh, producedBeforeWh] = [sum(ofDevice, days), sum(ofDevice, earlier)];
  if (producedWh <= 0 || producedBeforeWh <= 0) return null;
  return { now: sum(energies, days) / producedWh, before: sum(energies, earlier) / producedBeforeWh };
}
