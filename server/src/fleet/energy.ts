// Energy and money of many plants for yesterday, the year and other periods: stored per branch by the job that counts its states, and read for single plants. Energy of today, the month and in total belongs to these states.
import type { CallContext } from '../context.ts';
import { addDays, type Day, firstDayOfMonth, localDay, monthOf } from '../platform/calendar/rules/localDays.ts';
import { todayByZone } from '../platform/calendar/timeBuckets.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import { type CountsContext, sharedSites, viewerOf } from './counts.ts';
import { plus } from './states.ts';

const FIELDS = [
  'todayMoney',
  'yesterdayWh',
  'yesterdayMoney',
  'monthMoney',
  'yearWh',
  'yearMoney',
  'totalMoney',
] as const;
/** Energy in Wh, and money of one currency; null without a value, not 0. */
export type Energy = Record<(typeof FIELDS)[number], number | null>;
/** Sums by currency, including plants without any day. */
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
    FIELDS.map((name) => [name, plus(before[name], added[name] ?? null)]),
  ) as unknown as Energy;
}

/**
 * Returns the energy of the year, at least that of the month. Imported days count in the month at once, but in the year only
 * when the walk over all plants reaches them, within a minute or more for many plants; each plant's month is part of its
 * year, so the year is never less. Null is not known yet and stays null.
 */
export const previousYear = (year: number | null, month: number | null): number | null =>
  year === null || month === null ? year : Math.max(year, month);

/** Returns the energy of all plants the session may see. Money of different currencies has no sum: `currency` is '' then, and money null. */
export async function fleetEnergy({ sql, session, at }: CountsContext & Pick<CallContext, 'at'>): Promise<{
  energy: Energy;
  currency: string;
}> {
  const viewer = viewerOf(session);
  const shared = await sharedSites(sql, session);
  const { zones, days } = todayByZone(at);
  const [[stored] = [], own] = await Promise.all([
    viewer === null
      ? undefined
      : sql<{ energy: EnergyByCurrency }[]>`select energy from fleet_states where viewer = ${viewer}`,
    shared.length === 0
      ? []
      : sql<(Energy & { currency: string })[]>`
          select * from own_energy(${textArray(shared)}::text::text[], ${zones}::text::text[], ${days}::text::date[])`,
  ]);
  const sums: EnergyByCurrency = {};
  for (const [currency, energy] of Object.entries(stored?.energy ?? {})) addEnergy(sums, currency, energy);
  for (const { currency, ...energy } of own) addEnergy(sums, currency, energy);
  const currencies = Object.keys(sums);
  if (currencies.length === 1) return { energy: sums[currencies[0]!]!, currency: currencies[0]! };
  const total: EnergyByCurrency = {};
  for (const { yesterdayWh, yearWh } of Object.values(sums)) addEnergy(total, '', { yesterdayWh, yearWh });
  return { energy: total[''] ?? NONE, currency: '' };
}

/** Energy of a company's plants of one currency in one time zone. */
export interface RegionEnergy extends Energy {
  companyId: number;
  currency: string;
  timezone: string;
  /** Energy of the month before today, Wh. */
  monthBeforeWh: number | null;
}

/** Energy of days before `until`, from a walk over all plants. */
export interface PastEnergy {
  until: Day;
  regions: readonly Pick<RegionEnergy, 'companyId' | 'currency' | 'timezone' | 'yearWh' | 'yearMoney' | 'totalMoney'>[];
}

/** Returns a day before which no day can still be running: everywhere on earth it is the UTC day, the one before or the one after. */
export const pastUntil = (at: Date): Day => addDays(localDay(at.getTime(), 'UTC'), -3);

/** Returns the energy of all plants: days that the stored past lacks, and the month. Year and total are null while there is no past. */
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
  const pastByKey = new Map(past.regions.map((region) => [keyOf(region), region]));
  const pastYear = addDays(past.until, -1).slice(0, 4);
  return rows.map((row) => {
    const before = pastByKey.get(keyOf(row));
    if (!before) return row;
    const isSameYear = localDay(at.getTime(), row.timezone).slice(0, 4) === pastYear;
    return {
      ...row,
      totalMoney: plus(row.totalMoney, before.totalMoney),
      ...(isSameYear && { yearWh: plus(row.yearWh, before.yearWh), yearMoney: plus(row.yearMoney, before.yearMoney) }),
    };
  });
}

/** Returns the energy of these plants on days before `until`; the year is that of the day before it. */
export async function pastEnergy(sql: Sql | Transaction, sids: readonly string[], until: Day): Promise<RegionEnergy[]> {
  const { zones } = todayByZone(new Date(0));
  const last = addDays(until, -1);
  return await sql<RegionEnergy[]>`
    select * from energy_of_days(${textArray(sids)}::text::text[], ${zones}::text::text[],
      array_fill(${last}::date, array[cardinality(${zones}::text::text[])]), '1970-01-01', ${until}, '1970-01-01')`;
}

export const keyOf = ({ companyId, currency, timezone }: Pick<RegionEnergy, 'companyId' | 'currency' | 'timezone'>) =>
  `${companyId} ${currency} ${timezone}`;
