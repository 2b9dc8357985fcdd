// The displayed status of a plant and of its devices: uncommissioned until the commissioning day of the plant's own calendar, then the status of its devices.
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
  /** Zones in which it is still the day before that of UTC, and zones in which it is already the day after. */
  before: string;
  after: string;
}

const QUARTER_MS = 900_000;
/** Result of the current quarter hour: zones change their day only at quarter hours of UTC. */
let cached: OtherDays & { quarter: number } = { quarter: Number.NaN, utcDay: '', before: '', after: '' };

function otherDays(at: Date): OtherDays {
  const quarter = Math.floor(at.getTime() / QUARTER_MS);
  if (cached.quarter !== quarter) {
    const utcDay = at.toISOString().slice(0, 10);
    const zonesOn = (day: Day) => textArray(knownZones().filter((zone) => localDay(at.getTime(), zone) === day));
    cached = { quarter, utcDay, before: zonesOn(addDays(utcDay, -1)), after: zonesOn(addDays(utcDay, 1)) };
  }
  return cached;
}

/** Whether `sites s` are commissioned. Evaluated with every read, so that nothing has to run on the day. */
export function isCommissioned(sql: Db, at: Date): Fragment {
  // Everywhere on earth it is the UTC day, the one before or the one after: only plants whose day is near need their zone.
  const { utcDay, before, after } = otherDays(at);
  return sql`(s.commissioned_on is not null and (s.commissioned_on < ${utcDay}::date
    or (s.commissioned_on = ${utcDay}::date and s.timezone <> all (${before}::text::text[]))
    or (s.commissioned_on = ${utcDay}::date + 1 and s.timezone = any (${after}::text::text[]))))`;
}

/**
 * Status of `sitesWithLive`. A plant that has never reported is offline once the first report of a device is overdue, and
 * uncommissioned until then; so is a plant whose history is being imported.
 */
export function siteStatus(sql: Db, at: Date): Fragment {
  return sql`case when not ${isExpected(sql, at)} then ${STATUS.uncommissioned}::int
    when ${isUnheard(sql)} then case when ${hasOverdueDevice(sql, at)} then ${STATUS.offline}::int else ${STATUS.uncommissioned}::int end
    else l.status::int end`;
}

/** Whether reports of `sites s` are expected, so that their absence is a problem. */
export const isExpected = (sql: Db, at: Date): Fragment => sql`(${isCommissioned(sql, at)} and not s.is_importing)`;

/** Whether no device of `sitesWithLive` has ever reported. */
const isUnheard = (sql: Db): Fragment => sql`coalesce(l.status, ${STATUS.uncommissioned}) = ${STATUS.uncommissioned}`;

/** What `sitesWithLive` wait for that have no values yet: `import` of their history, or a first `report`; null: for nothing. */
export function waitsFor(sql: Db, at: Date): Fragment {
  return sql`case when s.is_importing then 'import' when ${isUnheard(sql)} and ${isCommissioned(sql, at)} then 'report' end`;
}

/** Whether the `siteStatus` of `sitesWithLive` is this one, for conditions; null means no. The stored status comes first, as it decides for most plants, in a form that can use an index. */
export function hasSiteStatus(sql: Db, status: number, at: Date): Fragment {
  if (status === STATUS.uncommissioned)
    return sql`(not ${isExpected(sql, at)} or (${isUnheard(sql)} and not ${hasOverdueDevice(sql, at)}))`;
  const isStored =
    status === STATUS.offline
      ? sql`(l.status = ${status} or (${isUnheard(sql)} and ${hasOverdueDevice(sql, at)}))`
      : sql`l.status = ${status}`;
  return sql`(${isStored} and ${isExpected(sql, at)})`;
}

/**
 * Status of `devicesWithLive`. A device that reports has its own status, even in a plant that is not commissioned yet; one
 * that has never reported is offline from a day after it was registered and its plant commissioned, and a released one is not
 * registered.
 */
export function deviceStatus(sql: Db, at: Date): Fragment {
  return sql`case when d.removed_at is not null then ${STATUS.notRegistered}::int
    when s.is_importing then ${STATUS.uncommissioned}::int
    when ${isUnheard(sql)} then case when ${isOverdue(sql, at)} then ${STATUS.offline}::int else ${STATUS.uncommissioned}::int end
    else l.status::int end`;
}

/** Whether the `deviceStatus` of a `device_live l` in one of `sites s` is offline, for devices that are not removed, in a form whose selectivity the database can estimate. */
export function isOfflineDevice(sql: Db, at: Date): Fragment {
  return sql`(not s.is_importing and (l.status = ${STATUS.offline} or (l.status = ${STATUS.uncommissioned} and exists (
    select from devices d where d.sid = l.sid and d.sn = l.sn and ${isOverdue(sql, at)}))))`;
}

const hasOverdueDevice = (sql: Db, at: Date): Fragment =>
  sql`exists (select from devices d where d.sid = s.sid and d.removed_at is null and ${isOverdue(sql, at)})`;

/** Whether the first report of one of `devices d` of `sites s` is overdue: installers register devices before they connect them. */
function isOverdue(sql: Db, at: Date): Fragment {
  return sql`(s.commissioned_on is not null and s.commissioned_on < ${otherDays(at).utcDay}::date
    and d.created_at < ${new Date(at.getTime() - 86_400_000)})`;
}

/**
 * Whether `sitesWithLive` are online as far as known while no value is live, as their devices sleep without the sun.
 * A site that is online and not asleep has sent something within three upload intervals.
 */
export function isAsleepSite(sql: Db, at: Date): Fragment {
  return sql`coalesce(${hasSiteStatus(sql, STATUS.online, at)} and coalesce(not ${isLiveSite(sql, at)}, true), false)`;
}

/** The same of `devicesWithLive`; a device that also sends at night is never asleep. */
export function isAsleepDevice(sql: Db, at: Date): Fragment {
  return sql`(${deviceStatus(sql, at)} = ${STATUS.online} and coalesce(not ${isLive(sql, at)}, true)
    and p.kind <> all (${SLEEPLESS_KINDS}::text[]))`;
}

/** Condition on `sitesWithLive`. A status filter is the wire's integer, or `asleep` or `awake` for online sites; other words match nothing. */
export const siteStatusFilter = (sql: Db, filter: string, at: Date): Fragment =>
  statusFilter(sql, filter, { has: (status) => hasSiteStatus(sql, status, at), isAsleep: isAsleepSite(sql, at) });

/** The same condition on `devicesWithLive`. */
export const deviceStatusFilter = (sql: Db, filter: string, at: Date): Fragment =>
  statusFilter(sql, filter, {
    has: (status) => sql`${deviceStatus(sql, at)} = ${status}`,
    isAsleep: isAsleepDevice(sql, at),
  });

interface StatusConditions {
  has: (status: number) => Fragment;
  isAsleep: Fragment;
}

function statusFilter(sql: Db, filter: string, { has, isAsleep }: StatusConditions): Fragment {
  if (filter === 'asleep') return isAsleep;
  if (filter === 'awake') return sql`(${has(STATUS.online)} and not ${isAsleep})`;
  return /^-?\d{1,4}$/.test(filter) ? has(Number(filter)) : sql`false`;
}
