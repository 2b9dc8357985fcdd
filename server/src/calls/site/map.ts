// site/map: the plants of a list clustered by squares of a map. The database counts them, so that the response size depends on the map only.

import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import type { WaitsFor } from '@heliograph/contract/entities/site.ts';
import type { LanguageCode } from '@heliograph/contract/envelope.ts';
import { localeOf } from '@heliograph/contract/envelope.ts';
import { MAX_BULK_ITEMS } from '@heliograph/contract/limits.ts';
import { isNightAt } from '../../live/rules/freshness.ts';
import { isAsleepSite, siteStatus, siteStatusFilter, waitsFor } from '../../live/siteStatus.ts';
import { sitesWithLive } from '../../live/withLive.ts';
import { filteredSites } from '../../plants/list/siteFilters.ts';
import type { Fragment, Transaction } from '../../platform/database/connect.ts';
import { allOf } from '../../platform/database/paging.ts';
import type { Handler } from '../../platform/handler.ts';
import { problemsOfPlants, worstProblem } from '../../problems/openProblems.ts';

type Cluster = Response<'site/map'>['clusters'][number];
type View = NonNullable<ParsedRequest<'site/map'>['view']>;
type Box = Cluster['extent'];

/** Squares on each side of a 256-pixel map at zoom 0; a marker is about 40 pixels wide. */
const SQUARES = 4;
/** More squares and statuses than fit on any screen. */
const MAX_ROWS = 4000;
/** About 20 m: no map can separate plants this close. */
const TOGETHER_DEGREES = 2e-4;
/** Limit of Mercator maps in degrees, north and south. */
const MAX_LATITUDE = 85;

export const siteMap: Handler<'site/map'> = async (
  { filters: { status, ...filters }, view },
  { sql, session, language, at },
) => {
  const source = sql`${filteredSites(sql, session, filters, { at, needsToday: false })} and ${allOf(sql, [
    status && siteStatusFilter(sql, status, at),
    view && inView(sql, view),
  ])}`;
  if (!view) return { ...(await extentOfAll(sql, source)), clusters: [] };
  const rows = await squaresOf(sql, source, { zoom: view.zoom, at });
  const clusters = clustersOf(rows, view.zoom);
  const { compare } = new Intl.Collator(localeOf(language));
  const sites = await sitesOf(
    sql,
    [...clusters.values()].flatMap(({ sids }) => sids),
    { language, at },
  );
  return {
    total: rows[0]?.total ?? 0,
    extent: rows.length === 0 ? null : extentOf(rows),
    clusters: [...clusters.values()].map(({ sids, ...cluster }) => ({
      ...cluster,
      sites: sids.flatMap((sid) => sites.get(sid) ?? []).sort((one, other) => compare(one.siteName, other.siteName)),
    })),
  };
};

const inView = (sql: Transaction, { south, west, north, east }: View): Fragment =>
  sql`s.latitude between ${south} and ${north} and s.longitude between ${west} and ${east}`;

async function extentOfAll(sql: Transaction, source: Fragment): Promise<{ total: number; extent: Box | null }> {
  const [row] = await sql<({ total: number } & Box)[]>`
    select count(*)::int as total, min(s.latitude) as south, min(s.longitude) as west, max(s.latitude) as north, max(s.longitude) as east
    ${source}`.plannedEachTime();
  const { total, ...extent } = row!;
  return { total, extent: total === 0 ? null : extent };
}

/** Plants of one status within one square. */
interface Square extends Box {
  x: number;
  y: number;
  status: number;
  isAsleep: boolean;
  sites: number;
  latitude: number;
  longitude: number;
  sids: string[];
  /** Number of plants in all squares. */
  total: number;
}

/** Groups plants into squares of the Mercator projection, as map tiles do. */
async function squaresOf(
  sql: Transaction,
  source: Fragment,
  { zoom, at }: { zoom: number; at: Date },
): Promise<Square[]> {
  const squares = SQUARES * 2 ** zoom;
  return await sql<Square[]>`
    select x, y, status, is_asleep, count(*)::int as sites, avg(latitude) as latitude, avg(longitude) as longitude,
      min(latitude) as south, min(longitude) as west, max(latitude) as north, max(longitude) as east,
      (array_agg(sid))[1:${MAX_BULK_ITEMS}::int] as sids, (sum(count(*)) over ())::int as total
    from (
      select s.sid, s.latitude, s.longitude, ${siteStatus(sql, at)} as status, ${isAsleepSite(sql, at)} as is_asleep,
        floor((s.longitude + 180) / 360 * ${squares}::float8)::int as x,
        floor((1 - ln(tan(pi() / 4 + radians(greatest(-${MAX_LATITUDE}::float8, least(s.latitude, ${MAX_LATITUDE}::float8))) / 2)) / pi())
          / 2 * ${squares}::float8)::int as y
      ${source}
    ) found
    group by x, y, status, is_asleep order by sites desc, x, y limit ${MAX_ROWS}`.plannedEachTime();
}

type CountedCluster = Omit<Cluster, 'sites'> & { sids: string[] };

function clustersOf(rows: readonly Square[], zoom: number): Map<string, CountedCluster> {
  const clusters = new Map<string, CountedCluster>();
  for (const [key, parts] of Map.groupBy(rows, ({ x, y }) => `${zoom}/${x}/${y}`)) {
    const siteCount = sumOf(parts);
    const mean = (of: 'latitude' | 'longitude') =>
      parts.reduce((sum, part) => sum + part[of] * part.sites, 0) / siteCount;
    const byStatus = Map.groupBy(parts, ({ status }) => status);
    const extent = extentOf(parts);
    const isSameSpot = extent.north - extent.south < TOGETHER_DEGREES && extent.east - extent.west < TOGETHER_DEGREES;
    clusters.set(key, {
      key,
      latitude: mean('latitude'),
      longitude: mean('longitude'),
      extent,
      siteCount,
      statusMap: Object.fromEntries([...byStatus].map(([status, same]) => [String(status), sumOf(same)])),
      asleep: sumOf(parts.filter(({ isAsleep }) => isAsleep)),
      sids: siteCount <= MAX_BULK_ITEMS || isSameSpot ? parts.flatMap(({ sids }) => sids).slice(0, MAX_BULK_ITEMS) : [],
    });
  }
  return clusters;
}

const sumOf = (parts: readonly Square[]): number => parts.reduce((sum, { sites }) => sum + sites, 0);

const extentOf = (boxes: readonly Box[]): Box => ({
  south: Math.min(...boxes.map(({ south }) => south)),
  west: Math.min(...boxes.map(({ west }) => west)),
  north: Math.max(...boxes.map(({ north }) => north)),
  east: Math.max(...boxes.map(({ east }) => east)),
});

/** Reads the plants by SID; access must have been checked before. */
async function sitesOf(
  sql: Transaction,
  sids: string[],
  { language, at }: { language: LanguageCode; at: Date },
): Promise<Map<string, Cluster['sites'][number]>> {
  if (sids.length === 0) return new Map();
  const rows = await sql<
    {
      sid: string;
      name: string;
      city: string;
      status: number;
      isAsleep: boolean;
      waitsFor: WaitsFor | null;
      latitude: number;
      longitude: number;
      currency: string;
      hasProblems: boolean;
    }[]
  >`
    select s.sid, s.name, s.city, ${siteStatus(sql, at)} as status, ${isAsleepSite(sql, at)} as is_asleep, ${waitsFor(sql, at)} as waits_for, s.latitude, s.longitude, s.currency,
      coalesce(l.problems, 0) > 0 as has_problems
    from ${sitesWithLive(sql)} where s.sid = any (${sids})`;
  const withProblems = rows.filter(({ hasProblems }) => hasProblems).map(({ sid }) => sid);
  const problems = await problemsOfPlants(sql, withProblems, { language });
  return new Map(
    rows.map((row) => [
      row.sid,
      {
        sid: row.sid,
        siteName: row.name,
        city: row.city,
        status: row.status,
        isAsleep: row.isAsleep,
        waitsFor: row.waitsFor,
        isNight: isNightAt(at, row),
        currency: row.currency,
        ...worstProblem(problems.get(row.sid)),
      },
    ]),
  );
}
