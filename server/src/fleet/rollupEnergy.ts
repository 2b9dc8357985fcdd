// Maintains the energy and money of each branch: past days by a walk over all plants, the newest days in one statement.
import type { Context } from '../context.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { todayByZone } from '../platform/calendar/timeBuckets.ts';
import type { Transaction } from '../platform/database/connect.ts';
import {
  addEnergy,
  type EnergyByCurrency,
  keyOf,
  type PastEnergy,
  pastEnergy,
  pastUntil,
  type RegionEnergy,
  recentEnergy,
} from './energy.ts';
import { isDue, STATES_EVERY_MS, type Step, type WalkRow, withProgressLock } from './rollupProgress.ts';
import { plus } from './states.ts';

/** Plants per transaction: with ten years of days, some hundred thousand rows. */
const PAST_BATCH_SIZE = 100;
/** Delay after which late reports and new prices of days long past show; with a long walk, a hundred times its duration. */
const PAST_INTERVAL_MS = 60_000;

type PastRegion = PastEnergy['regions'][number];

/** Adds the next plants to the partial sums, which become the stored ones with the last plant. */
export async function walkPast({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<Step> {
  return await withProgressLock(sql, 'past', async (tx, row) => {
    const at = clock.now();
    const isFirst = row.passedAt === null;
    const isBegun = row.after !== '';
    if (!isBegun && !isDue(row, at, PAST_INTERVAL_MS)) return { isDone: true, isFirst };
    const startMs = performance.now();
    const [walk] = await tx<{ untilDay: Day | null; partial: Record<string, PastRegion> }[]>`
      select until_day::text, partial from fleet_walks where name = 'past'`;
    const until = isBegun ? walk!.untilDay! : pastUntil(at);
    const sums = isBegun ? walk!.partial : {};
    const sites = await tx<{ sid: string }[]>`
      select sid from sites where sid > ${row.after} order by sid limit ${PAST_BATCH_SIZE}`;
    const sids = sites.map(({ sid }) => sid);
    if (sids.length > 0) for (const region of await pastEnergy(tx, sids, until)) addRegion(sums, region);
    const isDone = sites.length < PAST_BATCH_SIZE;
    const tookMs = (isBegun ? row.tookMs : 0) + Math.ceil(performance.now() - startMs);
    if (isDone)
      await tx`
        update fleet_walks set after = '', passed_at = ${at}, took_ms = ${tookMs}, partial = '{}',
          kept_until = ${until}::date, kept = ${JSON.stringify(sums)}::text::jsonb where name = 'past'`;
    else
      await tx`
        update fleet_walks set after = ${sids.at(-1)!}, took_ms = ${tookMs}, until_day = ${until}::date,
          partial = ${JSON.stringify(sums)}::text::jsonb where name = 'past'`;
    return { isDone, isFirst };
  });
}

function addRegion(sums: Record<string, PastRegion>, region: RegionEnergy): void {
  const { companyId, currency, timezone } = region;
  const before = sums[keyOf(region)];
  sums[keyOf(region)] = {
    companyId,
    currency,
    timezone,
    yearWh: plus(before?.yearWh, region.yearWh),
    yearMoney: plus(before?.yearMoney, region.yearMoney),
    totalMoney: plus(before?.totalMoney, region.totalMoney),
  };
}

export interface StoredEnergy {
  /** Energy of the month before today, Wh. */
  monthBeforeWh: number | null;
  energy: EnergyByCurrency;
}

/**
 * Returns the energy by viewer, recomputed as its share of the time allows, after each walk of the past, and whenever a day
 * begins anywhere, so that it matches the states counted after it. Null when the stored energy is still valid.
 */
export async function energyByViewer(
  tx: Transaction,
  at: Date,
  above: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, StoredEnergy> | null> {
  const walks = await tx<(Pick<WalkRow, 'passedAt' | 'tookMs'> & PastRow)[]>`
    select name, passed_at, took_ms, kept_until::text, kept from fleet_walks where name in ('month', 'past')`;
  const monthWalk = walks.find(({ name }) => name === 'month')!;
  const pastWalk = walks.find(({ name }) => name === 'past')!;
  const isSameDays = monthWalk.passedAt && todayByZone(monthWalk.passedAt).days === todayByZone(at).days;
  const isNewPast = monthWalk.passedAt && pastWalk.passedAt && pastWalk.passedAt >= monthWalk.passedAt;
  if (isSameDays && !isNewPast && !isDue(monthWalk, at, STATES_EVERY_MS)) return null;
  const startMs = performance.now();
  const past =
    pastWalk.keptUntil === null ? null : { until: pastWalk.keptUntil, regions: Object.values(pastWalk.kept) };
  const sums = new Map<number, StoredEnergy>();
  for (const { companyId, currency, monthBeforeWh, ...energy } of await recentEnergy(tx, at, past))
    for (const viewer of [...(above.get(companyId) ?? []), 0]) {
      const sum = sums.get(viewer) ?? { monthBeforeWh: null, energy: {} };
      sums.set(viewer, sum);
      sum.monthBeforeWh = plus(sum.monthBeforeWh, monthBeforeWh);
      addEnergy(sum.energy, currency, energy);
    }
  const tookMs = Math.ceil(performance.now() - startMs);
  await tx`update fleet_walks set passed_at = ${at}, took_ms = ${tookMs} where name = 'month'`;
  return sums;
}

interface PastRow {
  name: 'month' | 'past';
  keptUntil: Day | null;
  kept: Record<string, PastRegion>;
}
