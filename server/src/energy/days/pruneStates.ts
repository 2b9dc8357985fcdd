// Deletes stored aggregation states of old days: a state takes half the space of a day.

import { lockVersions } from '../../live/liveRows.ts';
import { addDays, type Day } from '../../platform/calendar/rules/localDays.ts';
import { textArray } from '../../platform/database/arrays.ts';
import type { Sql } from '../../platform/database/connect.ts';
import type { DeviceKey } from '../../platform/database/deviceKeys.ts';

/** Days at least this much older than the newest written one are seldom recomputed. */
const PRUNE_AFTER_DAYS = 8;

/**
 * Deletes the states of production and of every flow except those of each month's last day: a late report is aggregated
 * from there, which takes a little longer and gives the same result. Call it outside transactions that hold other locks.
 */
export async function pruneStates(
  sql: Sql,
  written: readonly (DeviceKey & { fromDay: Day; toDay: Day })[],
): Promise<void> {
  if (written.length === 0) return;
  const days = sql`(
      select unnest(${textArray(written.map(({ sid }) => sid))}::text::text[]) as sid,
        unnest(${textArray(written.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${textArray(written.map(({ fromDay }) => addDays(fromDay, -2 * PRUNE_AFTER_DAYS)))}::text::date[]) as from_day,
        unnest(${textArray(written.map(({ toDay }) => addDays(toDay, -PRUNE_AFTER_DAYS)))}::text::date[]) as to_day
    ) g`;
  const isOld = sql`d.sid = g.sid and d.sn = g.sn and d.day between g.from_day and g.to_day and d.carry is not null`;
  const isLater = sql`e.sid = d.sid and e.sn = d.sn and e.carry is not null and e.day > d.day
        and e.day < date_trunc('month', d.day) + interval '1 month'`;
  await sql.begin(async (tx) => {
    // Reports lock the device before its days as well.
    await lockVersions(tx, written);
    await tx`
      update device_days d set carry = null from ${days} where ${isOld} and exists (select from device_days e where ${isLater})`;
    await tx`
      update device_flows d set carry = null from ${days}
      where ${isOld} and exists (select from device_flows e where ${isLater} and e.flow = d.flow)`;
  });
}
