// Selects the plants of a list page and their total number; the first pages read few more rows than they show.
import type { ParsedRequest } from '@heliograph/contract/calls.ts';
import { required } from '@heliograph/contract/required.ts';
import { seesDevices } from '../../access/pageModules.ts';
import type { Session } from '../../context.ts';
import { isLiveSite } from '../../live/liveness.ts';
import { siteStatusFilter } from '../../live/siteStatus.ts';
import { sitesWithLive } from '../../live/withLive.ts';
import { joinZones } from '../../platform/calendar/timeBuckets.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { useGenericPlans } from '../../platform/database/genericPlans.ts';
import { allOf, limitOffset, orderBy } from '../../platform/database/paging.ts';
import { fewPeople, filteredSites } from './siteFilters.ts';

/** Plants silent for longer are sorted last by problems. */
const LONG_SILENT_MS = 90 * 86_400_000;
/** Maximum number of search results that are sorted by their keys. */
const MAX_FEW = 200;
/** Pages beyond this many rows are selected as with other orders: sorting all rows costs no more then. */
const MAX_ROWS_BY_KIND = 2_000;
/** Filters that match few plants. */
const SELECTIVE_FILTERS: ReadonlySet<string> = new Set(['keywords', 'sn', 'model', 'site_name', 'street']);
/** Filters that match one plant of an owner, or all of an installer's: rows are counted in the same query. */
const PEOPLE_FILTERS: ReadonlySet<string> = new Set(['user_email', 'installer_email']);
/** Filters that scan all devices, which must happen only once. */
const DEVICE_FILTERS: ReadonlySet<string> = new Set(['keywords', 'sn', 'model']);
/** Sort fields that need no live row. */
const SITE_FIELDS: ReadonlySet<string> = new Set(['siteName', 'powerMax', 'createdAt', 'commissionDate']);

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
  // Sorting by a field discloses it as much as showing it.
  const allowed = sort.filter(({ field }) => byDevice || field !== 'reporting');
  const sorting: typeof sort = allowed.length > 0 ? allowed : [{ field: 'problems', descending: false }];
  const needsToday = sorting.some(({ field }) => field.startsWith('today'));
  const needsLive = sorting.some(({ field }) => !SITE_FIELDS.has(field));
  const byName = sql`s.name_order, s.sid`;
  const order = orderBy(sql, sorting, orders(sql, at), byName);
  const isFilteredBy = (names: ReadonlySet<string>) =>
    Object.entries(filters).some(([name, value]) => value && names.has(name));
  const people = isFilteredBy(PEOPLE_FILTERS) ? await fewPeople(sql, session, filters) : {};
  const matching = (more: { needsToday?: boolean; needsLive?: boolean }) =>
    filteredSites(sql, session, filters, { at, needsToday: false, needsLive: false, people, ...more });
  if (filters.status || filters.heard || isFilteredBy(PEOPLE_FILTERS)) return await pageWithCount();
  const few = isFilteredBy(SELECTIVE_FILTERS) ? await fewMatches() : null;
  if (few && few.total <= MAX_FEW) return few;
  const isByProblems =
    sorting.length === 1 && sorting.every(({ field, descending }) => field === 'problems' && !descending);
  const isByKind = isByProblems && page.size * page.num < MAX_ROWS_BY_KIND && !isFilteredBy(DEVICE_FILTERS);
  // When all matches are sorted by live values, the same query counts them; for all plants an index counts more cheaply.
  const isAll = session.scope === 'all' && !Object.values(filters).some(Boolean);
  if (!isByKind && !few && needsLive && !isAll) return await pageWithCount();
  const [sids, total] = await Promise.all([
    isByKind ? sidsByProblems(sql, matching({ needsLive: true }), byName, page, at) : sidsInOneQuery(),
    few?.total ?? countMatches(),
  ]);
  return { sids, total };

  async function pageWithCount(): Promise<Page> {
    const { status } = filters;
    const shown = sql`${matching({ needsToday, needsLive: true })} and ${allOf(sql, [
      status && siteStatusFilter(sql, status, at),
    ])}`;
    const rows = await sql<Counted[]>`
      select s.sid, count(*) over ()::int as total ${shown} order by ${order} ${limitOffset(sql, page)}`.plannedEachTime();
    if (rows[0] || page.num === 0) return { sids: sidsOf(rows), total: rows[0]?.total ?? 0 };
    // Past the last page there is no row with the count.
    const [count] = await sql<{ total: number }[]>`select count(*)::int as total ${shown}`.plannedEachTime();
    return { sids: [], total: count?.total ?? 0 };
  }
  async function countMatches(): Promise<number> {
    const [count] = await sql<{ total: number }[]>`select count(*)::int as total ${matching({})}`.plannedEachTime();
    return required(count, 'the number of plants').total;
  }
  /** Returns the page and the total; the page is only valid if the total is at most MAX_FEW, as no more rows are read. */
  async function fewMatches(): Promise<Page> {
    const rows = await sql<Counted[]>`
      select s.sid, count(*) over ()::int as total ${matching({})} limit ${MAX_FEW}`.plannedEachTime();
    const total = rows[0]?.total ?? 0;
    if (total <= 1 || total > MAX_FEW) return { sids: page.num === 0 ? sidsOf(rows) : [], total };
    // Selected by their keys only, so a generic plan fits.
    useGenericPlans(sql);
    const sids = sidsOf(
      await sql<{ sid: string }[]>`
        select s.sid from ${sitesWithLive(sql)} ${needsToday ? joinZones(sql, { at }) : sql``}
        where s.sid = any (${sidsOf(rows)}) order by ${order} ${limitOffset(sql, page)}`,
    );
    return { sids, total };
  }
  async function sidsInOneQuery(): Promise<string[]> {
    return sidsOf(
      await sql<{ sid: string }[]>`
        select s.sid ${matching({ needsToday, needsLive })} order by ${order} ${limitOffset(sql, page)}`.plannedEachTime(),
    );
  }
}

/** Returns the sids of a page sorted by problems: those with problems by their index, then the rest by the index of names, last those that are silent for long. */
async function sidsByProblems(
  sql: Transaction,
  matchingLive: Fragment,
  byName: Fragment,
  page: Request['page'],
  at: Date,
): Promise<string[]> {
  const isLong = longSilent(sql, at);
  const parts = [
    { part: sql`l.problem_rank > 0 and not ${isLong}`, order: sql`l.problem_rank desc, ${byName}` },
    { part: sql`(l.problem_rank > 0) is not true and not ${isLong}`, order: byName },
    { part: isLong, order: byName },
  ];
  const sids = new Set<string>();
  let skip = page.size * page.num;
  for (const { part, order } of parts) {
    const missing = page.size - sids.size;
    if (missing === 0) break;
    const rows = await sql<{ sid: string }[]>`
      select s.sid ${matchingLive} and ${part} order by ${order} limit ${skip + missing}`.plannedEachTime();
    // A plant that reported between two queries is in both.
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

/** Condition on `sitesWithLive`: silent for longer than LONG_SILENT_MS. */
const longSilent = (sql: Transaction, at: Date): Fragment =>
  sql`coalesce(l.at < ${new Date(at.getTime() - LONG_SILENT_MS)}::timestamptz, false)`;

/** Returns the sort expressions, with the same "live" and "today" as in the row: values that are stale or of yesterday sort as null. */
function orders(sql: Transaction, at: Date): Record<Request['sort'][number]['field'], Fragment> {
  const now = sql`case when ${isLiveSite(sql, at)} then l.power_w end`;
  const today = sql`case when l.day = z.today then l.today_wh end`;
  return {
    problems: sql`case when ${longSilent(sql, at)} then 1e30 else -coalesce(l.problem_rank, 0) end`,
    siteName: sql`s.name_order`,
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
