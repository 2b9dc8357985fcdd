// site/publicLinks: valid links to the plant's public page.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { PUBLIC_DAYS, publicLinksOf } from '../../plants/sharing/publicLinks.ts';
import { addDays, localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';

export const sitePublicLinks: Handler<'site/publicLinks'> = async ({ sid }, { sql, session, at }) => {
  const { changeable, timezone } = await accessibleSite({ sql, session, at }, sid);
  const links = changeable ? await publicLinksOf(sql, sid, at) : [];
  const today = localDay(at.getTime(), timezone);
  return {
    list: links.map(({ id, title, madeAt, expiresAt }) => ({
      id,
      title,
      madeIso: madeAt.toISOString(),
      lastDay: localDay(expiresAt.getTime() - 1, timezone),
    })),
    mayChange: changeable && session.permissions.has('SiteUpdate'),
    firstDay: today,
    lastDay: addDays(today, PUBLIC_DAYS),
  };
};
