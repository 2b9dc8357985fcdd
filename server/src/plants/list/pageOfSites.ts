// Which plants a page of a list shows, and of how many: the first pages look at little more than they show.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { required } from '@heliograph/contract/required.ts';
import { STATUS } from '@heliograph/contract/statuses.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Session } from '../../context.ts';
import { isLiveSite } from '../../live/liveness.ts';
import { hasSiteStatus, isCommissioned, siteStatusFilter } from '../../live/siteStatus.ts';
import { sitesWithLive } from '../../live/withLive.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { planForAny } from '../../platform/database/genericPlans.ts';
import { allOf, limitOffset, orderBy } from '../../platform/database/paging.ts';
import { fewPeople, filteredSites } from './siteFilters.ts';

/** Plants silent for longer are past worrying about first. */
const LONG_SILENT_MS = 90 * 86_400_000;
/** Plants found by a text are put in order by themselves while they are no more than these. */
const FEW = 200;
/** Pages behind so many rows are found as those of other orders are: all may as well be put in order. */
const IN_PARTS = 2_000;
/** Filters that most plants do not fit. */
const SEARCHES: ReadonlySet<string> = new Set(['keywords', 'sn', 'model', 'site_name', 'street']);
/** Those that fit a plant of an owner, or all of an installer's: each is counted as it goes by. */
const OF_PEOPLE: ReadonlySet<string> = new Set(['user_email', 'installer_email']);
/** Those that look through all devices: once is enough. */
const OF_DEVICES: ReadonlySet<string> = new Set(['keywords', 'sn', 'model']);
/** Orders that ask nothing of what is live. */
const OF_SITES: ReadonlySet<string> = new Set(['siteName', 'powerMax', 'createdAt', 'commissionDate']);

type Request = ParsedRequest<'site/listWithSN'>;
interface Page {
  sids: string[];
  total: number;
}

export async function pageOfSites(
  sql: Transaction,
  session: Session,
  { filters, sort, page }: Request,
  at: Date,
): Promise<Page> {
  const byDevice = seesDevices(session);
  // An order is as telling as a figure.
  const known = sort.filter(({ field }) => byDevice || field !== 'reporting');
  const wanted: typeof sort = known.length > 0 ? known : [{ field: 'problems', descending: false }];
  const needsToday = wanted.some(({ field }) => field.startsWith('today'));
  const needsLive = wanted.some(({ field }) => !OF_SITES.has(field));
  const byName = sql`lower(s.name), s.sid`;
  const order = orderBy(sql, wanted, orders(sql, at), byName);
  const isFilteredBy = (names: ReadonlySet<string>) =>
    Object.entries(filters).some(([name, given]) => given && names.has(name));
  const people = isFilteredBy(OF_PEOPLE) ? await fewPeople(sql, filters) : {};
  const found = (more: { needsToday?: boolean; needsLive?: boolean }) =>
    filteredSites(sql, session, filters, { at, needsToday: false, needsLive: false, people, ...more });
  if (filters.status || filters.heard || isFilteredBy(OF_PEOPLE)) return await countedPage();
  const few = isFilteredBy(SEARCHES) ? await fewFound() : null;
  if (few && few.total <= FEW) return few;
  const isByTrouble =
    wanted.length === 1 && wanted.every(({ field, descending }) => field === 'problems' && !descending);
  const isInParts = isByTrouble && page.size * page.num < IN_PARTS && !isFilteredBy(OF_DEVICES);
  // Where all are put in order by what is live, each is counted as it goes by; all that there are, an index counts for less.
  const isAll = session.scope === 'all' && !Object.values(filters).some(Boolean);
  if (!isInParts && !few && needsLive && !isAll) return await countedPage();
  const [sids, total] = await Promise.all([
    isInParts ? sidsByTrouble(sql, found({ needsLive: true }), byName, page, at) : inOne(),
    few?.total ?? countOf(),
  ]);
  return { sids, total };

  async function countedPage(): Promise<Page> {
    const { status } = filters;
    const shown = sql`${found({ needsToday, needsLive: true })} and ${allOf(sql, [
      status && siteStatusFilter(sql, status, at),
    ])}`;
    const rows = await sql<Counted[]>`
      select s.sid, count(*) over ()::int as total ${shown} order by ${order} ${limitOffset(sql, page)}`.plannedEachTime();
    if (rows[0] || page.num === 0) return { sids: sidsOf(rows), total: rows[0]?.total ?? 0 };
    // Past the last page no row carries the count.
    const [count] = await sql<{ total: number }[]>`select count(*)::int as total ${shown}`.plannedEachTime();
    return { sids: [], total: count?.total ?? 0 };
  }
  async function countOf(): Promise<number> {
    const [count] = await sql<{ total: number }[]>`select count(*)::int as total ${found({})}`.plannedEachTime();
    return required(count, 'the number of plants').total;
  }
  /** The page is right only where they are few: of more, only some were put in order. */
  async function fewFound(): Promise<Page> {
    const rows = await sql<Counted[]>`
      select s.sid, count(*) over ()::int as total ${found({})} limit ${FEW}`.plannedEachTime();
    const total = rows[0]?.total ?? 0;
    if (total <= 1 || total > FEW) return { sids: page.num === 0 ? sidsOf(rows) : [], total };
    // By their keys alone: planned once for all.
    planForAny(sql);
    const sids = sidsOf(
      await sql<{ sid: string }[]>`
        select s.sid from ${sitesWithLive(sql)} ${needsToday ? joinZones(sql, { at }) : sql``}
        where s.sid = any (${sidsOf(rows)}) order by ${order} ${limitOffset(sql, page)}`,
    );
    return { sids, total };
  }
  async function inOne(): Promise<string[]> {
    return sidsOf(
      await sql<{ sid: string }[]>`
        select s.sid ${found({ needsToday, needsLive })} order by ${order} ${limitOffset(sql, page)}`.plannedEachTime(),
    );
  }
}

/** Those of an order of `problems`, one kind of trouble after the other: each is found by an index or by that of names. */
async function sidsByTrouble(
  sql: Transaction,
  foundLive: Fragment,
  byName: Fragment,
  page: Request['page'],
  at: Date,
): Promise<string[]> {
  const isLong = longSilent(sql, at);
  // `hasSiteStatus` of rows that are there, in words by which an index is found.
  const isOffline = sql`(l.status in (${STATUS.offline}, ${STATUS.uncommissioned}) and ${isCommissioned(sql, at)})`;
  const parts = [
    sql`l.status = ${STATUS.alert} and not ${isLong}`,
    sql`${isOffline} and not ${isLong}`,
    sql`l.status is distinct from ${STATUS.alert} and ${isOffline} is not true and not ${isLong}`,
    isLong,
  ];
  const sids = new Set<string>();
  let skip = page.size * page.num;
  for (const part of parts) {
    const missing = page.size - sids.size;
    if (missing === 0) break;
    const rows = await sql<{ sid: string }[]>`
      select s.sid ${foundLive} and ${part} order by ${byName} limit ${skip + missing}`.plannedEachTime();
    // One that reported between two of them is in both.
    for (const { sid } of rows.slice(skip)) sids.add(sid);
    skip = Math.max(0, skip - rows.length);
  }
  return [...sids];
}

interface Counted {
  sid: string;
  total: number;
}

const sidsOf = (rows: readonly { sid: string }[]): string[] => rows.map(({ sid }) => sid);

/** Of `sitesWithLive`. */
const longSilent = (sql: Transaction, at: Date): Fragment =>
  sql`coalesce(l.at < ${new Date(at.getTime() - LONG_SILENT_MS)}::timestamptz, false)`;

/** The same "live" and "today" as in the row: what is too old or of yesterday sorts as no value. */
function orders(sql: Transaction, at: Date): Record<Request['sort'][number]['field'], Fragment> {
  const now = sql`case when ${isLiveSite(sql, at)} then l.power_w end`;
  const today = sql`case when l.day = z.today then l.today_wh end`;
  return {
    problems: sql`case when ${longSilent(sql, at)} then 3
      when l.status = ${STATUS.alert} then 0 when ${hasSiteStatus(sql, STATUS.offline, at)} then 1 else 2 end`,
    siteName: sql`lower(s.name)`,
    powerMax: sql`s.power_max_w`,
    now,
    nowPerPeak: sql`${now} / s.power_max_w`,
    todayPower: today,
    todayPerPeak: sql`${today} / s.power_max_w`,
    totalPower: sql`l.total_wh`,
    reporting: sql`case when ${isLiveSite(sql, at)} then l.reporting else 0 end::float8 / nullif(l.devices, 0)`,
    lastUpdate: sql`l.at`,
    createdAt: sql`s.created_at`,
    commissionDate: sql`s.commissioned_on`,
  };
}
