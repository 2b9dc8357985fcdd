// device/alerts/open: number of unacknowledged problems of all accessible plants.

import { MAX_OPEN_ALERTS } from '@heliograph/contract/calls/device/alerts/open.ts';
import { SEVERITY } from '@heliograph/contract/events.ts';
import { accessibleRows } from '../../../access/accessibleSites.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceAlertsOpen: Handler<'device/alerts/open'> = async (_, { sql, session }) => {
  const [found] = await sql<{ count: number; level: number | null }[]>`
    select count(*)::int as count, max(level) as level from (
      select p.level from problems p
      where p.is_lead and p.level > 0 and p.acknowledged_at is null and ${accessibleRows(sql, session, sql`p.seen_by`)}
      order by p.level desc limit ${MAX_OPEN_ALERTS + 1}
    ) p`;
  const { count = 0, level = null } = found ?? {};
  return {
    count: Math.min(count, MAX_OPEN_ALERTS),
    more: count > MAX_OPEN_ALERTS,
    level: level === null ? null : level === SEVERITY.fault ? 'fault' : 'warning',
  };
};
