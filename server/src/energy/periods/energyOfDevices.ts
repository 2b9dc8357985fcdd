// Energy of one period for each producing device of a site, by the same rules as energy/periods/energyOfPeriods.ts.

import { type Kind, PRODUCING_KINDS } from '../../families/kinds.ts';
import type { Period } from '../../platform/calendar/timeBuckets.ts';
import { plainArray } from '../../platform/database/arrays.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { expectedByDayOfYear, type Location } from '../rules/expectedDaylight.ts';
import type { PeriodEnergy } from './provenance.ts';

export interface DeviceEnergy extends Omit<PeriodEnergy, 'money' | 'isMeasured'> {
  sn: string;
  alias: string;
  modelName: string;
  kind: Kind;
  ratedPowerW: number;
  removedAt: Date | null;
  /** Seconds that its samples cover, whatever was asked. */
  heardS: number;
}

/** In the order of the plant; those that have left it only if they made something then. The site was found among the visible ones. */
export async function energyOfDevices(
  sql: Transaction,
  of: { sid: string } & Location,
  { from, to }: Period,
): Promise<DeviceEnergy[]> {
  const asked = askedOn(sql, of, sql`x.day`);
  const rows = await sql<Omit<DeviceEnergy, 'from' | 'to'>[]>`
    select d.sn, d.alias, p.name as model_name, p.kind, p.rated_power_w, d.removed_at,
      sum(x.energy_wh) as energy_wh, array_remove(array_agg(distinct x.source), null) as sources,
      coalesce(sum(least(x.covered_s, ${asked})), 0)::float8 as covered_s, coalesce(sum(x.covered_s), 0)::float8 as heard_s,
      (select min(f.day) from device_days f where f.sid = d.sid and f.sn = d.sn) as first_day
    from devices d join products p on p.id = d.product_id
      left join device_days x on x.sid = d.sid and x.sn = d.sn and x.day between ${from} and ${to}
    where d.sid = ${of.sid} and p.kind = any (${PRODUCING_KINDS})
    group by d.sid, d.sn, d.alias, p.name, p.kind, p.rated_power_w, d.removed_at, d.string_number
    having d.removed_at is null or sum(x.energy_wh) is not null
    order by d.string_number, d.sn`;
  return rows.map((row) => ({ ...row, from, to }));
}

/** Of a latitude's days, as text: to write three hundred numbers again costs more than to be asked by a plant what it made in a year. */
const written = new WeakMap<readonly number[], string>();

/** Seconds of light that a day is asked for. */
function askedOn(sql: Transaction, { latitude }: Pick<Location, 'latitude'>, day: Fragment): Fragment {
  const asked = expectedByDayOfYear(latitude);
  const text = written.get(asked) ?? plainArray(asked);
  written.set(asked, text);
  // Of the array's type at once: as text it would be read again for each day.
  return sql`(${text}::int[])[date_part('doy', ${day})::int]`;
}
