// overview/siteStatusCounts: how many visible plants are in each status.

import { STATUS } from '@heliograph/contract/statuses.ts';
import type { Handler } from '../../handler.ts';
import { siteStatus } from '../../sql/siteStatus.ts';
import { visibleSites } from '../../sql/visibleSites.ts';
import { sitesWithLive } from '../../sql/withLive.ts';

export const overviewSiteStatusCounts: Handler<'overview/siteStatusCounts'> = async (
  _request,
  { sql, session, at },
) => {
  const rows = await sql<{ status: number; sites: number }[]>`
    select ${siteStatus(sql, at)} as status, count(*)::int as sites
    from ${sitesWithLive(sql)} where ${visibleSites(sql, session)} group by 1`;
  const statusMap = Object.fromEntries(Object.values(STATUS).map((status) => [String(status), 0]));
  for (const { status, sites } of rows) statusMap[String(status)] = sites;
  return { siteCount: rows.reduce((sum, { sites }) => sum + sites, 0), statusMap };
};
