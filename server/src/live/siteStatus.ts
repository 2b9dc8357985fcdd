// The status of a plant and of its devices as it is shown: uncommissioned until the commissioning day comes on the plant's own calendar, then what its devices say.
import { STATUS } from '@heliograph/contract/statuses.ts';
import { SLEEPLESS_KINDS } from '../families/kinds.ts';
import { addDays, type Day, localDay } from '../platform/calendar/rules/localDays.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { knownZones } from '../platform/places/rules/countries.ts';
import { isLive, isLiveSite } from './liveness.ts';

type Db = Sql | Transaction;

interface OtherDays {
  utcDay: Day;
  /** Zones in which it is still the day before that of UTC, and those in which it is the day after already. */
  before: string;
  after: string;
}

const QUARTER_MS = 900_000;
/** Zones change their day at quarters of an hour of UTC: the answer of the last one is kept. */
let last: OtherDays & { quarter: number } = { quarter: Number.NaN, utcDay: '', before: '', after: '' };

function otherDays(at: Date): OtherDays {
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  if (last.quarter !== quarter) {
    const utcDay = at.toISOString().slice(0, 10);
    const zonesOn = (day: Day) => textArray(knownZones().filter((zone) => localDay(at.getTime(), zone) === day));
    last = { quarter, utcDay, before: zonesOn(addDays(utcDay, -1)), after: zonesOn(addDays(utcDay, 1)) };
  }
  return last;
}

/** Of `sites s`. Nobody has to do anything on the day: it is asked with every reading. */
export function isCommissioned(sql: Db, at: Date): Fragment {
  // Everywhere on earth it is the day of UTC, the one before or the one after: only plants whose day is near need their zone.
  const { utcDay, before, after } = otherDays(at);
  return sql`(s.commissioned_on is not null and (s.commissioned_on < ${utcDay}::date
    or (s.commissioned_on = ${utcDay}::date and s.timezone <> all (${before}::text::text[]))
    or (s.commissioned_on = ${utcDay}::date + 1 and s.timezone = any (${after}::text::text[]))))`;
}

/** Of `sitesWithLive`. A commissioned plant of which nothing was heard yet is offline. */
export function siteStatus(sql: Db, at: Date): Fragment {
  return sql`case when not ${isCommissioned(sql, at)} then ${STATUS.uncommissioned}::int
    when coalesce(l.status, ${STATUS.uncommissioned}) = ${STATUS.uncommissioned} then ${STATUS.offline}::int else l.status::int end`;
}

/** Of `sitesWithLive`: `siteStatus` is this one, for conditions: null is no. What is kept is asked first, as of most plants that is all, in words by which an index is found. */
export function hasSiteStatus(sql: Db, status: number, at: Date): Fragment {
  if (status === STATUS.uncommissioned) return sql`(not ${isCommissioned(sql, at)})`;
  const isSaid =
    status === STATUS.offline
      ? sql`coalesce(l.status, ${STATUS.uncommissioned}) in (${status}, ${STATUS.uncommissioned})`
      : sql`l.status = ${status}`;
  return sql`(${isSaid} and ${isCommissioned(sql, at)})`;
}

/**
 * Of `devicesWithLive`. A device says for itself whether it is online, also in a plant that is not commissioned yet; one
 * that was never heard follows its plant, and one that was released is of none.
 */
export function deviceStatus(sql: Db, at: Date): Fragment {
  return sql`case when d.removed_at is not null then ${STATUS.notRegistered}::int
    when coalesce(l.status, ${STATUS.uncommissioned}) <> ${STATUS.uncommissioned} then l.status::int
    when ${isCommissioned(sql, at)} then ${STATUS.offline}::int else ${STATUS.uncommissioned}::int end`;
}

/** Of a `device_live l` in one of `sites s`, while its device is there: as which `deviceStatus` is offline, in words by which the database can tell how many there are. */
export function isOfflineDevice(sql: Db, at: Date): Fragment {
  return sql`(l.status = ${STATUS.offline} or (l.status = ${STATUS.uncommissioned} and ${isCommissioned(sql, at)}))`;
}

/**
 * Of `sitesWithLive`: on the line as far as one can know, while nothing of it is live, as its devices sleep without the sun.
 * What is online and not asleep has sent something within three uploads.
 */
export function isAsleepSite(sql: Db, at: Date): Fragment {
  return sql`coalesce(${hasSiteStatus(sql, STATUS.online, at)} and coalesce(not ${isLiveSite(sql, at)}, true), false)`;
}

/** Of `devicesWithLive`, the same of a device: of what sends at night, too, silence is none. */
export function isAsleepDevice(sql: Db, at: Date): Fragment {
  return sql`(${deviceStatus(sql, at)} = ${STATUS.online} and coalesce(not ${isLive(sql, at)}, true)
    and p.kind <> all (${SLEEPLESS_KINDS}::text[]))`;
}

/** Of `sitesWithLive`. A status filter is the wire's integer, or one of what a list tells apart among those that are online; other words match nothing. */
export const siteStatusFilter = (sql: Db, asked: string, at: Date): Fragment =>
  statusFilter(sql, asked, { has: (status) => hasSiteStatus(sql, status, at), isAsleep: isAsleepSite(sql, at) });

/** The same of `devicesWithLive`. */
export const deviceStatusFilter = (sql: Db, asked: string, at: Date): Fragment =>
  statusFilter(sql, asked, {
    has: (status) => sql`${deviceStatus(sql, at)} = ${status}`,
    isAsleep: isAsleepDevice(sql, at),
  });

interface Shown {
  has: (status: number) => Fragment;
  isAsleep: Fragment;
}

function statusFilter(sql: Db, asked: string, { has, isAsleep }: Shown): Fragment {
  if (asked === 'asleep') return isAsleep;
  if (asked === 'awake') return sql`(${has(STATUS.online)} and not ${isAsleep})`;
  return /^-?\d{1,4}$/.test(asked) ? has(Number(asked)) : sql`false`;
}
