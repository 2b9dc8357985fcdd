// Divides the energy of finished days among the modules of each device once, and again after a late report, so that months and lifetimes are read without samples.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Context } from '../../context.ts';
import { lockVersions } from '../../live/liveRows.ts';
import { addDays } from '../../platform/calendar/rules/localDays.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import type { Sql } from '../../platform/database/connect.ts';
import { runInThread } from '../../platform/threadJobs.ts';
import type { Shares } from '../rules/moduleShares.ts';
import { type ProducedDay, readInputs, sharesOfDays } from './moduleEnergy.ts';
import { type SharedDay, sumMonths, writeShares } from './storedShares.ts';

/** Device-days that are read and written together. */
const BATCH_SIZE = 2_000;
/** Batches of one run; the rest follows in the next run, minutes later. */
const MAX_BATCHES = 50;
/** Days of one plant read together: some megabytes of slots. */
const DAYS_PER_READ = 31;

export interface OpenDay extends Omit<SharedDay, 'shares'> {
  sid: string;
  timezone: string;
  inputs: number;
  frameProfile: string | null;
  /** Empty for a device with one input, whose module has all of it. */
  quantities: Quantities;
}

/** Divides the newest open days first; returns how many days of devices were divided. */
export async function shareDays(
  context: Pick<Context, 'sql' | 'clock' | 'log' | 'jobThread'>,
  signal?: AbortSignal,
): Promise<number> {
  const { sql, clock, log } = context;
  let shared = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const days = await openDays(sql, clock.now());
    let failed = 0;
    for (const [sid, siteDays] of Map.groupBy(days, (day) => day.sid)) {
      if (signal?.aborted) return shared;
      try {
        const share = () => shareDaysOfSite(sql, sid, siteDays);
        // Samples are only read of devices with several inputs.
        const readsSamples = siteDays.some(({ inputs }) => inputs !== 1);
        const job = { job: 'moduleShares', data: { sid, days: siteDays }, signal } as const;
        await (readsSamples ? runInThread(context, job, share) : share());
        shared += siteDays.length;
      } catch (error) {
        // A failure of one plant does not affect the others; its days are retried in the next run.
        log.error({ err: error, sid }, 'days not divided among modules');
        failed++;
      }
    }
    if (days.length < BATCH_SIZE || failed > 0) break;
  }
  return shared;
}

const openDays = (sql: Sql, now: Date): Promise<OpenDay[]> => sql<OpenDay[]>`
  select d.sid, d.sn, d.day, d.energy_wh, d.covered_s, d.samples, s.timezone, p.inputs, p.frame_profile,
    case when p.inputs = 1 then '{}' else coalesce(l.quantities, '{}') end as quantities
  from device_days d join devices v on v.sid = d.sid and v.sn = d.sn join products p on p.id = v.product_id
    join sites s on s.sid = d.sid ${joinZones(sql, { at: now })} left join device_live l on l.sid = d.sid and l.sn = d.sn
  where d.input_shares is null and d.day < z.today order by d.day desc, d.sid limit ${BATCH_SIZE}`;

export async function shareDaysOfSite(sql: Sql, sid: string, days: readonly OpenDay[]): Promise<void> {
  const ordered = days.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  for (let from = 0; from < ordered.length; ) {
    const last = addDays(ordered[from]!.day, DAYS_PER_READ - 1);
    const part = ordered.slice(from).filter(({ day }) => day <= last);
    const shared = await sharesOfPart(sql, sid, part);
    await sql.begin(async (tx) => {
      // Reports lock the device before its days as well.
      await lockVersions(
        tx,
        [...new Set(part.map(({ sn }) => sn))].map((sn) => ({ sid, sn })),
      );
      await writeShares(tx, sid, shared);
      // A single input has the sums of its device.
      await sumMonths(
        tx,
        sid,
        part.filter(({ inputs }) => inputs !== 1),
      );
    });
    from += part.length;
  }
}

async function sharesOfPart(sql: Sql, sid: string, days: readonly OpenDay[]): Promise<SharedDay[]> {
  const sharesByDay = new Map<string, Shares>();
  const several = days.filter(({ inputs }) => inputs !== 1);
  // Devices with the same number of inputs are read together, as they need the same quantities.
  for (const group of Map.groupBy(several, (day) => readInputs(deviceOf(day)).length).values()) {
    const produced = group.map((day): ProducedDay => ({ device: deviceOf(day), day: day.day, energyWh: day.energyWh }));
    const shares = await sharesOfDays(sql, { sid, timezone: group[0]!.timezone }, produced);
    for (const [{ device, day }, shared] of shares) sharesByDay.set(`${device.sn} ${day}`, shared);
  }
  return days.map(({ sn, day, energyWh, coveredS, samples }) => ({
    sn,
    day,
    energyWh,
    coveredS,
    samples,
    shares: sharesByDay.get(`${sn} ${day}`) ?? null,
  }));
}

const deviceOf = ({ sn, inputs, frameProfile, quantities }: OpenDay) => ({
  sn,
  inputs,
  frameProfile,
  quantities,
  day: null,
  todayWh: null,
});
