// Keeps what the plants of each branch made and what it was worth: days that are over everywhere by a walk over all plants, the newest together.
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

/** Plants a transaction: with ten years of days some hundred thousand rows. */
const PAST_AT_ONCE = 100;
/** Late reports and new prices of days long past show after this time, and where the walk takes long after a hundred times as much. */
const PAST_EVERY_MS = 60_000;

type PastPlace = PastEnergy['places'][number];

/** The next plants; with the last of them all that was found is what counts. */
export async function walkPast({ sql, clock }: Pick<Context, 'sql' | 'clock'>): Promise<Step> {
  return await withProgressLock(sql, 'past', async (tx, row) => {
    const at = clock.now();
    const isFirst = row.passedAt === null;
    const isBegun = row.after !== '';
    if (!isBegun && !isDue(row, at, PAST_EVERY_MS)) return { isDone: true, isFirst };
    const startMs = performance.now();
    const [walk] = await tx<{ untilDay: Day | null; partial: Record<string, PastPlace> }[]>`
      select until_day::text, partial from fleet_walks where name = 'past'`;
    const until = isBegun ? walk!.untilDay! : pastUntil(at);
    const found = isBegun ? walk!.partial : {};
    const sites = await tx<{ sid: string }[]>`
      select sid from sites where sid > ${row.after} order by sid limit ${PAST_AT_ONCE}`;
    const sids = sites.map(({ sid }) => sid);
    if (sids.length > 0) for (const place of await pastEnergy(tx, sids, until)) addPlace(found, place);
    const isDone = sites.length < PAST_AT_ONCE;
    const tookMs = (isBegun ? row.tookMs : 0) + Math.ceil(performance.now() - startMs);
    if (isDone)
      await tx`
        update fleet_walks set after = '', passed_at = ${at}, took_ms = ${tookMs}, partial = '{}',
          kept_until = ${until}::date, kept = ${JSON.stringify(found)}::text::jsonb where name = 'past'`;
    else
      await tx`
        update fleet_walks set after = ${sids.at(-1)!}, took_ms = ${tookMs}, until_day = ${until}::date,
          partial = ${JSON.stringify(found)}::text::jsonb where name = 'past'`;
    return { isDone, isFirst };
  });
}

function addPlace(found: Record<string, PastPlace>, place: RegionEnergy): void {
  const { companyId, currency, timezone } = place;
  const before = found[keyOf(place)];
  found[keyOf(place)] = {
    companyId,
    currency,
    timezone,
    yearWh: plus(before?.yearWh, place.yearWh),
    yearMoney: plus(before?.yearMoney, place.yearMoney),
    totalMoney: plus(before?.totalMoney, place.totalMoney),
  };
}

export interface StoredEnergy {
  /** Of the month before today. */
  monthBeforeWh: number | null;
  energy: EnergyByCurrency;
}

/**
 * Read again as its share of the time allows, as soon as the past was walked again, and whenever a day begins anywhere, so that it
 * goes with the states that are counted after it. Null: that of before still holds.
 */
export async function energyByViewer(
  tx: Transaction,
  at: Date,
  above: ReadonlyMap<number, readonly number[]>,
): Promise<Map<number, StoredEnergy> | null> {
  const walks = await tx<(Pick<WalkRow, 'passedAt' | 'tookMs'> & PastRow)[]>`
    select name, passed_at, took_ms, kept_until::text, kept from fleet_walks where name in ('month', 'past')`;
  const month = walks.find(({ name }) => name === 'month')!;
  const walked = walks.find(({ name }) => name === 'past')!;
  const isSameDays = month.passedAt && todayByZone(month.passedAt).days === todayByZone(at).days;
  const isNewPast = month.passedAt && walked.passedAt && walked.passedAt >= month.passedAt;
  if (isSameDays && !isNewPast && !isDue(month, at, STATES_EVERY_MS)) return null;
  const startMs = performance.now();
  const past = walked.keptUntil === null ? null : { until: walked.keptUntil, places: Object.values(walked.kept) };
  const sums = new Map<number, StoredEnergy>();
  for (const { companyId, currency, monthBeforeWh, ...energy } of await recentEnergy(tx, at, past))
    for (const viewer of [...(above.get(companyId) ?? []), 0]) {
      const sum = sums.get(viewer) ?? { monthBeforeWh: null, energy: {} };
      sums.set(viewer, sum);
      sum.monthBeforeWh = plus(sum.monthBeforeWh, monthBeforeWh);
      addEnergy(sum.energy, currency, energy);
    }
  const took = Math.ceil(performance.now() - startMs);
  await tx`update fleet_walks set passed_at = ${at}, took_ms = ${took} where name = 'month'`;
  return sums;
}

interface PastRow {
  name: 'month' | 'past';
  keptUntil: Day | null;
  kept: Record<string, PastPlace>;
}
