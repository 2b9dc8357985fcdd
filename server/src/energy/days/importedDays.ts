// Imports day energies of a previous system or a demonstration; they count only for days without samples.
import { required } from '@heliograph/contract/required.ts';
import { daylightSeconds } from '@heliograph/contract/sun.ts';
import type { Context } from '../../context.ts';
import { readDevices } from '../../installation/knownDevices.ts';
import { lockLive, writeLive } from '../../live/liveRows.ts';
import { type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { listArray, plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { rejectedValues } from '../../platform/metrics.ts';
import { writeDayPrices } from '../money/dayPrices.ts';
import { acceptedHours } from '../rules/clockHours.ts';
import { type EnergySource, maxDayWh, maxPowerW } from '../rules/deviceEnergy.ts';
import type { DayChange, DayFigures } from './deviceDays.ts';
import { addedWhOf } from './deviceDays.ts';
import { emptySiteChange, lockSites, writeSiteDays, writeSiteLive } from './siteTotals.ts';

export interface DayTotal {
  sn: string;
  /** Day of the plant's calendar. */
  day: Day;
  energyWh: number;
  peakW?: number | null;
  /** Microwatt-hours by hour of the plant's clock; null or missing: not known. */
  hours?: number[] | null;
}

/**
 * Numbers of day totals. `taken`: stored; `known`: the day has samples or the same figure already; `impossible`: more
 * than the device can produce on that day; `unknown`: no plant has the serial number.
 */
export interface ImportedTotals {
  taken: number;
  known: number;
  impossible: number;
  unknown: number;
}

const BATCH_SIZE = 2_000;

export async function importDayTotals(
  context: Pick<Context, 'sql' | 'nudges'>,
  totals: readonly DayTotal[],
): Promise<ImportedTotals> {
  const sum: ImportedTotals = { taken: 0, known: 0, impossible: 0, unknown: 0 };
  for (let from = 0; from < totals.length; from += BATCH_SIZE) {
    const batch = totals.slice(from, from + BATCH_SIZE);
    const { sids, ...batchSum } = await context.sql.begin((tx) => importBatch(tx, batch));
    sum.taken += batchSum.taken;
    sum.known += batchSum.known;
    sum.impossible += batchSum.impossible;
    sum.unknown += batchSum.unknown;
    context.nudges.publish(sids);
  }
  return sum;
}

async function importBatch(
  tx: Transaction,
  totals: readonly DayTotal[],
): Promise<ImportedTotals & { sids: Set<string> }> {
  const devices = await readDevices(tx, [...new Set(totals.map(({ sn }) => sn))]);
  const lives = await lockLive(tx, [...devices.values()]);
  const ofKnownDevices = totals.filter(({ sn }) => lives.has(sn));
  const maxWhOf = oncePerDay(maxDayWh);
  const possible = ofKnownDevices.filter(({ sn, day, energyWh }) => {
    const { sid, source } = required(devices.get(sn), 'the device of a day');
    return energyWh <= maxWhOf(sid, day, source);
  });
  rejectedValues.inc({ quantity: 'dayEnergyWh', reason: 'aboveDaylight' }, ofKnownDevices.length - possible.length);
  // The last of several totals for one day counts.
  const lastByDay = new Map(possible.map((total) => [`${total.sn} ${total.day}`, total] as const));
  const daylightOf = oncePerDay(daylightOfDay);
  const rows = [...lastByDay.values()].map(({ peakW, hours, ...total }) => {
    const { sid, source } = required(devices.get(total.sn), 'the device of a day');
    // A total covers its whole day.
    return {
      ...total,
      sid,
      peakW: plausiblePeak(peakW, source),
      coveredS: daylightOf(sid, total.day, source),
      hours: acceptedHours(hours, total, source.hoursFrom),
    };
  });
  const rowByDay = new Map(rows.map((row) => [`${row.sn} ${row.day}`, row]));
  const keys = tx`(
    select unnest(${textArray(rows.map(({ sid }) => sid))}::text::text[]) as sid,
      unnest(${textArray(rows.map(({ sn }) => sn))}::text::text[]) as sn,
      unnest(${textArray(rows.map(({ day }) => day))}::text::date[]) as day,
      unnest(${plainArray(rows.map(({ energyWh }) => energyWh))}::text::float8[]) as energy_wh,
      unnest(${plainArray(rows.map(({ peakW }) => peakW))}::text::float8[]) as peak_w,
      unnest(${plainArray(rows.map((row) => row.coveredS))}::text::float8[]) as covered_s,
      (unnest(${listArray(rows.map(({ hours }) => hours))}::text::text[]))::bigint[] as hours
  ) g`;
  const before = new Map(
    (
      await tx<(DayFigures & { sn: string; day: Day })[]>`
        select d.sn, d.day, d.energy_wh, d.covered_s, d.source, d.hours
        from ${keys} join device_days d on d.sid = g.sid and d.sn = g.sn and d.day = g.day`
    ).map(({ sn, day, ...figures }) => [`${sn} ${day}`, figures]),
  );
  const written = await tx<{ sid: string; sn: string; day: Day; energyWh: number }[]>`
    insert into device_days as d (sid, sn, day, energy_wh, source, peak_w, covered_s, hours)
    select sid, sn, day, energy_wh, 'imported', peak_w, covered_s, hours from ${keys}
    on conflict (sid, sn, day) do update set
      energy_wh = excluded.energy_wh, peak_w = excluded.peak_w, covered_s = excluded.covered_s, hours = excluded.hours, input_shares = null
    where d.source = 'imported' and d.samples = 0 and (d.energy_wh, d.peak_w) is distinct from (excluded.energy_wh, excluded.peak_w)
    returning sid, sn, day, energy_wh`;
  const changes: DayChange[] = written.map(({ sid, sn, day, energyWh }) => {
    const previous = before.get(`${sn} ${day}`) ?? null;
    const { coveredS, hours } = required(rowByDay.get(`${sn} ${day}`), 'the total of a day');
    return {
      sid,
      sn,
      day,
      before: previous,
      after: { energyWh, coveredS, source: 'imported', ...(hours && { hours }) },
    };
  });
  await updateTotals(tx, changes, lives);
  return {
    taken: written.length,
    known: possible.length - written.length,
    impossible: ofKnownDevices.length - possible.length,
    unknown: totals.length - ofKnownDevices.length,
    sids: new Set(changes.map(({ sid }) => sid)),
  };
}

/** Returns null for power far above the rated one, as with samples; the rest of the row is imported. */
function plausiblePeak(peakW: number | null | undefined, source: EnergySource): number | null {
  if (peakW === null || peakW === undefined || peakW <= maxPowerW(source)) return peakW ?? null;
  rejectedValues.inc({ quantity: 'peakW', reason: 'aboveRated' });
  return null;
}

function daylightOfDay(day: Day, source: EnergySource): number {
  const { startMs, endMs } = dayBounds(day, source.timeZone);
  return Math.round(daylightSeconds(startMs, endMs, source.latitude, source.longitude));
}

/** Caches a daylight-dependent value of a day, once for all devices of a site with the same rating and counter step. */
function oncePerDay(
  compute: (day: Day, source: EnergySource) => number,
): (sid: string, day: Day, source: EnergySource) => number {
  const cached = new Map<string, number>();
  return (sid, day, source) => {
    const key = `${sid} ${day} ${source.ratedPowerW} ${source.stepWh}`;
    let value = cached.get(key);
    if (value === undefined) {
      value = compute(day, source);
      cached.set(key, value);
    }
    return value;
  };
}

/** Updates the totals of devices and sites, in the same transaction. */
async function updateTotals(
  tx: Transaction,
  changes: readonly DayChange[],
  lives: Awaited<ReturnType<typeof lockLive>>,
): Promise<void> {
  if (changes.length === 0) return;
  const added = new Map<string, number>();
  const bySite = new Map<string, number>();
  for (const change of changes) {
    const { sid, sn, day } = change;
    const { energyWh } = required(change.after, 'the new energy of a day');
    const wh = addedWhOf(change);
    added.set(sn, (added.get(sn) ?? 0) + wh);
    bySite.set(sid, (bySite.get(sid) ?? 0) + wh);
    const live = required(lives.get(sn), 'the live row of a device');
    if (live.day === day) live.todayWh = energyWh;
  }
  const updatedLives = [...added].map(([sn, wh]) => {
    const live = required(lives.get(sn), 'the live row of a device');
    return { ...live, totalWh: Math.round((live.totalWh + wh) * 1e6) / 1e6 };
  });
  const sites = [...bySite].map(([sid, totalWh]) => emptySiteChange(sid, totalWh));
  await Promise.all([
    writeLive(tx, updatedLives),
    lockSites(
      tx,
      sites.map(({ sid }) => sid),
    ),
    ...writeSiteDays(tx, changes),
    writeDayPrices(tx, changes),
    ...writeSiteLive(tx, sites, null),
  ]);
}
