// The status of a plant as it is shown: uncommissioned until its commissioning day comes on its own calendar, then what its devices say.
import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Fragment, Sql, Transaction } from '../db/connect.ts';
import { addDays, localDay } from '../rules/localDays.ts';
import { knownZones } from '../rules/places.ts';
import { textArray } from './arrays.ts';

type Db = Sql | Transaction;

/** Of `sites s`. Nobody has to do anything on the day: it is asked with every reading. */
export function isCommissioned(sql: Db, at: Date): Fragment {
  // Everywhere on earth it is the day of UTC, the one before or the one after: only plants whose day is near need their zone.
  const utcDay = at.toISOString().slice(0, 10);
  const zonesAt = (day: string) => textArray(knownZones().filter((zone) => localDay(at.getTime(), zone) === day));
  return sql`(s.commissioned_on is not null and (s.commissioned_on < ${utcDay}::date
    or (s.commissioned_on = ${utcDay}::date and s.timezone <> all (${zonesAt(addDays(utcDay, -1))}::text::text[]))
    or (s.commissioned_on = ${utcDay}::date + 1 and s.timezone = any (${zonesAt(addDays(utcDay, 1))}::text::text[]))))`;
}

/** Of `sites s left join site_live l`. A commissioned plant of which nothing was heard yet is offline. */
export function shownSiteStatus(sql: Db, at: Date): Fragment {
  return sql`case when not ${isCommissioned(sql, at)} then ${STATUS.uncommissioned}::int
    when coalesce(l.status, ${STATUS.uncommissioned}) = ${STATUS.uncommissioned} then ${STATUS.offline}::int else l.status::int end`;
}

/**
 * Of `devices d join sites s left join device_live l`. A device says for itself whether it is online, also in a plant
 * that is not commissioned yet; one that was never heard follows its plant.
 */
export function shownDeviceStatus(sql: Db, at: Date): Fragment {
  return sql`case when coalesce(l.status, ${STATUS.uncommissioned}) <> ${STATUS.uncommissioned} then l.status::int
    when ${isCommissioned(sql, at)} then ${STATUS.offline}::int else ${STATUS.uncommissioned}::int end`;
}
