// Reads the energy of one period for each producing device of a site, by the same rules as energy/periods/energyOfPeriods.ts.

import { type Kind, PRODUCING_KINDS } from '../../families/kinds.ts';
import { type Day, dayEndMs, daysBetween, eachDay, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import { plainArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { wholeWhOf } from '../../platform/texts/numbers.ts';
import { expectedByDayOfYear, type Location } from '../rules/expectedDaylight.ts';
import type { PeriodEnergy } from './provenance.ts';
import { belongsFrom, expectedOnDays } from './storedDays.ts';

export interface DeviceEnergy extends Omit<PeriodEnergy, 'money' | 'isMeasured'> {
  sn: string;
  alias: string;
  modelName: string;
  kind: Kind;
  ratedPowerW: number;
  /** First day on which it belonged to the plant. */
  belongsFrom: Day;
  removedAt: Date | null;
  /** Seconds covered by its samples, also beyond the expected daylight. */
  heardS: number;
  /** Days of the period without any covered daylight, in order; also those before and after it belonged to the plant. */
  silentDays: Day[];
}

interface Row extends Omit<DeviceEnergy, 'from' | 'to' | 'silentDays' | 'belongsFrom'> {
  createdAt: Date;
  /** Indexes of the days with covered daylight; null: nearly all. */
  heardDays: number[] | null;
}

/**
 * Returns devices in the order of the plant; removed ones only if they belonged to it in the period. The caller has
 * checked access to the site.
 */
export async function energyOfDevices(
  sql: Transaction,
  of: { sid: string } & Location,
  { from, to }: Period,
  at: Date,
): Promise<DeviceEnergy[]> {
  const today = localDay(at.getTime(), of.timezone);
  const until = to < today ? to : today;
  const isDueToday = expectedOnDays(of, at)(today) > 0;
  const expectedS = expectedSecondsOn(sql, of, sql`x.day`);
  // As isKnownOf of energy/periods/storedDays.ts.
  const isKnown = sql`(x.energy_wh > 0 or x.covered_s > 0 or ${expectedS} <= 0 or x.day = ${isDueToday ? null : today})`;
  const endOf = (day: Day) => new Date(dayEndMs(day, of.timezone));
  const rows = await sql<Row[]>`
    select d.sn, d.alias, p.name as model_name, p.kind, p.rated_power_w, d.removed_at,
      d.created_at, d.first_day,
      sum(${wholeWhOf(sql, sql`x.energy_wh`)}) filter (where ${isKnown}) as energy_wh,
      coalesce(array_agg(distinct x.source) filter (where ${isKnown} and x.source is not null), '{}') as sources,
      coalesce(sum(least(x.covered_s, ${expectedS})), 0)::float8 as covered_s, coalesce(sum(x.covered_s), 0)::float8 as heard_s,
      -- nearly always all days: then they are not sent
      case when count(*) filter (where x.covered_s > 0) <= ${daysBetween(from, until)}
        then coalesce(array_agg(x.day - ${from}::date) filter (where x.covered_s > 0), '{}') end as heard_days
    from (
      select d.*, (select min(f.day) from device_days f where f.sid = d.sid and f.sn = d.sn) as first_day
      from devices d where d.sid = ${of.sid}
    ) d join products p on p.id = d.product_id
      left join device_days x on x.sid = d.sid and x.sn = d.sn and x.day between ${from} and ${to}
    where d.sid = ${of.sid} and p.kind = any (${PRODUCING_KINDS})
    group by d.sid, d.sn, d.alias, p.name, p.kind, p.rated_power_w, d.removed_at, d.created_at, d.string_number, d.first_day
    having d.removed_at is null or sum(x.energy_wh) is not null
      or (d.removed_at >= ${endOf(from)} and (d.created_at < ${endOf(to)} or d.first_day <= ${to}))
    order by d.string_number, d.sn`;
  const days = eachDay(from, until);
  return rows.map(({ heardDays, createdAt, ...row }) => {
    const heard = heardDays && new Set(heardDays);
    const silentDays = heard ? days.filter((day, index) => !heard.has(index) && (day !== today || isDueToday)) : [];
    return { ...row, belongsFrom: belongsFrom(createdAt, row.firstDay, of.timezone), from, to, silentDays };
  });
}

/**
 * Daylight of a latitude's days as text: formatting three hundred numbers for every query costs more than the query
 * itself.
 */
const textByDays = new WeakMap<readonly number[], string>();

/** Returns an SQL expression for the expected seconds of daylight of a day. */
function expectedSecondsOn(sql: Transaction, { latitude }: Pick<Location, 'latitude'>, day: Fragment): Fragment {
  const expected = expectedByDayOfYear(latitude);
  const text = textByDays.get(expected) ?? plainArray(expected);
  textByDays.set(expected, text);
  // Cast to an array here: as text it would be parsed again for each day.
  return sql`(${text}::int[])[date_part('doy', ${day})::int]`;
}
