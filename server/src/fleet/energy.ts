// Yesterday, the year and the money of many plants: kept for a branch by the job that counts its states, read of single plants. Energy of today, of the month and of all days is with these states.
import type { CallContext } from '../context.ts';
import { addDays, type Day, firstDayOfMonth, localDay, monthOf } from '../platform/calendar/rules/localDays.ts';
import { todayByZone } from '../platform/calendar/timeBuckets.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { type CountsContext, sharedSites, viewerOf } from './counts.ts';
import { plus } from './states.ts';

const FIGURES = [
  'todayMoney',
  'yesterdayWh',
  'yesterdayMoney',
  'monthMoney',
  'yearWh',
  'yearMoney',
  'totalMoney',
] as const;
/** Wh, and money of one currency; no value is null, not 0. */
export type Energy = Record<(typeof FIGURES)[number], number | null>;
/** By currency, of plants without any day, too. */
export type EnergyByCurrency = Record<string, Energy>;

const NONE: Energy = {
  todayMoney: null,
  yesterdayWh: null,
  yesterdayMoney: null,
  monthMoney: null,
  yearWh: null,
  yearMoney: null,
  totalMoney: null,
};

export function addEnergy(sums: EnergyByCurrency, currency: string, added: Partial<Energy>): void {
  const before = sums[currency] ?? NONE;
  sums[currency] = Object.fromEntries(
    FIGURES.map((name) => [name, plus(before[name], added[name] ?? null)]),
  ) as unknown as Energy;
}

/**
 * The year of plants beside their month. Days that were brought in are in the month at once, in the year when the walk over
 * all plants comes past them, within a minute or more where there are many; each plant's month is within its year, so the
 * year is never less, and says as much until then. No value is not known yet, and stays none.
 */
export const previousYear = (year: number | null, month: number | null): number | null =>
  year === null || month === null ? year : Math.max(year, month);

/** Of everything that whoever asks sees. Money of different currencies has no sum: `currency` is '' then, and money null. */
export async function fleetEnergy({ sql, session, at }: CountsContext & Pick<CallContext, 'at'>): Promise<{
  energy: Energy;
  currency: string;
}> {
  const viewer = viewerOf(session);
  const beside = await sharedSites(sql, session);
  const { zones, days } = todayByZone(at);
  const [[kept] = [], own] = await Promise.all([
    viewer === null
      ? undefined
      : sql<{ energy: EnergyByCurrency }[]>`select energy from fleet_states where viewer = ${viewer}`,
    beside.length === 0
      ? []
      : sql<(Energy & { currency: string })[]>`
          select * from own_energy(${textArray(beside)}::text::text[], ${zones}::text::text[], ${days}::text::date[])`,
  ]);
  const sums: EnergyByCurrency = {};
  for (const [currency, energy] of Object.entries(kept?.energy ?? {})) addEnergy(sums, currency, energy);
  for (const { currency, ...energy } of own) addEnergy(sums, currency, energy);
  const currencies = Object.keys(sums);
  if (currencies.length === 1) return { energy: sums[currencies[0]!]!, currency: currencies[0]! };
  const all: EnergyByCurrency = {};
  for (const { yesterdayWh, yearWh } of Object.values(sums)) addEnergy(all, '', { yesterdayWh, yearWh });
  return { energy: all[''] ?? NONE, currency: '' };
}

/** Of the plants of a company of one currency in one zone. */
export interface RegionEnergy extends Energy {
  companyId: number;
  currency: string;
  timezone: string;
  /** Of the month before today. */
  monthBeforeWh: number | null;
}

/** What a walk over all plants found of days before `until`. */
export interface PastEnergy {
  until: Day;
  places: readonly Pick<RegionEnergy, 'companyId' | 'currency' | 'timezone' | 'yearWh' | 'yearMoney' | 'totalMoney'>[];
}

/** Everywhere on earth it is the day of UTC, the one before or the one after: no day before this one can still be going on. */
export const pastUntil = (at: Date): Day => addDays(localDay(at.getTime(), 'UTC'), -3);

/** Of all plants: what the kept past has not, and the month. Year and total are null while there is no past. */
export async function recentEnergy(
  sql: Sql | Transaction,
  at: Date,
  past: PastEnergy | null,
): Promise<readonly RegionEnergy[]> {
  const { zones, days } = todayByZone(at);
  const cut = past?.until ?? pastUntil(at);
  const month = firstDayOfMonth(monthOf(addDays(localDay(at.getTime(), 'UTC'), -1)));
  const from = cut < month ? cut : month;
  const rows = await sql<RegionEnergy[]>`
    select * from energy_of_days(null, ${zones}::text::text[], ${days}::text::date[], ${from}, '9999-12-31', ${past ? cut : '9999-12-31'})`;
  if (!past) return rows;
  const kept = new Map(past.places.map((place) => [keyOf(place), place]));
  const pastYear = addDays(past.until, -1).slice(0, 4);
  return rows.map((row) => {
    const before = kept.get(keyOf(row));
    if (!before) return row;
    const isSameYear = localDay(at.getTime(), row.timezone).slice(0, 4) === pastYear;
    return {
      ...row,
      totalMoney: plus(row.totalMoney, before.totalMoney),
      ...(isSameYear && { yearWh: plus(row.yearWh, before.yearWh), yearMoney: plus(row.yearMoney, before.yearMoney) }),
    };
  });
}

/** Of these plants, days before `until`; the year is that of the day before it. */
export async function pastEnergy(sql: Sql | Transaction, sids: readonly string[], until: Day): Promise<RegionEnergy[]> {
  const { zones } = todayByZone(new Date(0));
  const last = addDays(until, -1);
  return await sql<RegionEnergy[]>`
    select * from energy_of_days(${textArray(sids)}::text::text[], ${zones}::text::text[],
      array_fill(${last}::date, array[cardinality(${zones}::text::text[])]), '1970-01-01', ${until}, '1970-01-01')`;
}

export const keyOf = ({ companyId, currency, timezone }: Pick<RegionEnergy, 'companyId' | 'currency' | 'timezone'>) =>
  `${companyId} ${currency} ${timezone}`;
