// Finds the peak power of each finished day of a plant, so that its record is known without reading years of samples.
import { required } from '@heliograph/contract/required.ts';
import type { Context } from '../../context.ts';
import { addDays, type Day, dayBounds } from '../../platform/calendar/rules/localDays.ts';
import { instantArray, plainArray, textArray } from '../../platform/database/arrays.ts';
import type { Sql, Transaction } from '../../platform/database/connect.ts';
import type { SiteWork } from '../../platform/siteWork.ts';
import { readSlots } from '../../samples/slots.ts';
import { meteredSlots, metersAtModules } from '../charts/meteredPower.ts';
import { CURVE_STEP_S, highestSlot, sumOfDevices } from '../rules/dayCurve.ts';
import { lockSites } from './siteTotals.ts';

/** Days processed in one run; the rest follows in the next. */
const BATCH_SIZE = 2_000;
/** Days of one plant read together. */
const DAYS_PER_READ = 31;

interface OpenDay {
  sid: string;
  timezone: string;
  day: Day;
  energyWh: number;
  coveredS: number;
}

/** Finds the peaks of days that are over everywhere on earth; returns the number of days processed. */
export async function findDayPeaks(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  signal?: AbortSignal,
): Promise<number> {
  const before = addDays(clock.now().toISOString().slice(0, 10), -1);
  const days = await sql<OpenDay[]>`
    select d.sid, s.timezone, d.day, d.energy_wh, d.covered_s from site_days d join sites s on s.sid = d.sid
    where not d.peak_known and d.day < ${before} order by d.day desc, d.sid limit ${BATCH_SIZE}`;
  let processed = 0;
  for (const siteDays of Map.groupBy(days, ({ sid }) => sid).values()) {
    siteDays.sort((left, right) => (left.day < right.day ? -1 : 1));
    for (let from = 0; from < siteDays.length; ) {
      if (signal?.aborted) return processed;
      const last = addDays(siteDays[from]!.day, DAYS_PER_READ - 1);
      const batch = siteDays.slice(from).filter(({ day }) => day <= last);
      const peaks = await peaksOf(sql, batch);
      await sql.begin((tx) => writePeaks(tx, peaks));
      processed += batch.length;
      from += batch.length;
    }
  }
  return processed;
}

/**
 * Recomputes the peaks of one plant that an earlier version found, newest first. A worker that takes the job over starts
 * from the beginning: recomputing a day again gives the same peak.
 */
export async function recomputePeaks({ sql }: Pick<Context, 'sql'>, work: SiteWork): Promise<void> {
  const { sid } = work;
  const [count] = await sql<{ days: number }[]>`
    select count(*)::int as days from site_days where sid = ${sid} and peak_known`;
  await work.count(required(count, 'the count of days').days);
  for (let before: Day | null = '9999-12-31'; before !== null; ) {
    const upTo: Day = before;
    before = await sql.begin(async (tx) => {
      const days = await tx<OpenDay[]>`
        select d.sid, s.timezone, d.day, d.energy_wh, d.covered_s from site_days d join sites s on s.sid = d.sid
        where d.sid = ${sid} and d.peak_known and d.day < ${upTo} order by d.day desc limit ${DAYS_PER_READ}`;
      const newest = days[0];
      if (!newest) return null;
      // Only as many days as fit into one read, even if they lie far apart.
      const first = addDays(newest.day, 1 - DAYS_PER_READ);
      const batch = days.filter(({ day }) => day >= first).toReversed();
      await writePeaks(tx, await peaksOf(tx, batch));
      await work.step(tx, batch.length);
      return batch[0]?.day ?? null;
    });
  }
}

interface DayPeak extends OpenDay {
  peakW: number | null;
  peakAtMs: number | null;
}

/** Returns the peaks of days of one site, which are in order. A day without samples has no peak and counts as known from then on. */
async function peaksOf(sql: Sql | Transaction, days: readonly OpenDay[]): Promise<DayPeak[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return [];
  const { sid, timezone } = first;
  const fromMs = dayBounds(first.day, timezone).startMs;
  const toMs = dayBounds(last.day, timezone).endMs;
  const devices = await sql<{ sn: string }[]>`select sn from devices where sid = ${sid}`;
  const sns = devices.map(({ sn }) => sn);
  const slotsByDevice = await readSlots(sql, { sid, sns, fromMs, toMs, stepS: CURVE_STEP_S, names: ['powerW'] });
  const means = [...slotsByDevice.values()].flatMap(({ powerW }) => (powerW ? [powerW.mean] : []));
  // Read for the first day without inverter data.
  let metered: readonly Float64Array[] | null = null;
  const peaks: DayPeak[] = [];
  for (const day of days) {
    const { startMs, endMs } = dayBounds(day.day, timezone);
    const first = (startMs - fromMs) / (CURVE_STEP_S * 1000);
    const slots = Math.ceil((endMs - startMs) / (CURVE_STEP_S * 1000));
    const cut = (all: readonly Float64Array[]) => all.map((mean) => mean.subarray(first, first + slots));
    let curve = sumOfDevices(cut(means), slots);
    if (highestSlot(curve) < 0) {
      metered ??= await meteredSlots(
        sql,
        { sid, timezone },
        { fromMs, toMs, stepS: CURVE_STEP_S },
        await metersAtModules(sql, { sid }),
      );
      curve = sumOfDevices(cut(metered), slots);
    }
    const slot = highestSlot(curve);
    const peakAtMs = slot < 0 ? null : startMs + slot * CURVE_STEP_S * 1000;
    peaks.push({ ...day, peakW: curve[slot] ?? null, peakAtMs });
  }
  return peaks;
}

/** Locks the plant, as all who write its days do, and stores peaks of its days. */
async function writePeaks(tx: Transaction, peaks: readonly DayPeak[]): Promise<void> {
  const sid = peaks[0]?.sid;
  if (sid === undefined) return;
  await lockSites(tx, [sid]);
  // Skips a day that a late report has changed meanwhile; the next run processes it.
  await tx`
    update site_days d set peak_w = g.peak_w, peak_at = g.peak_at, peak_known = true
    from (
      select unnest(${textArray(peaks.map(({ day }) => day))}::text::date[]) as day,
        unnest(${plainArray(peaks.map(({ peakW }) => peakW))}::text::float8[]) as peak_w,
        unnest(${instantArray(peaks.map(({ peakAtMs }) => peakAtMs))}::text::timestamptz[]) as peak_at,
        unnest(${plainArray(peaks.map(({ energyWh }) => energyWh))}::text::float8[]) as energy_wh,
        unnest(${plainArray(peaks.map(({ coveredS }) => coveredS))}::text::float8[]) as covered_s
    ) g
    where d.sid = ${sid} and d.day = g.day and d.energy_wh = g.energy_wh and d.covered_s = g.covered_s`;
}
