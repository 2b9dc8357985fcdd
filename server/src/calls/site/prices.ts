// site/prices: a plant's prices, each from a day on.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { readSitePrices } from '../../energy/money/sitePrices.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';

export const sitePrices: Handler<'site/prices'> = async ({ sid }, { sql, session, at }) => {
  const { timezone, currency } = await accessibleSite({ sql, session, at }, sid);
  const [row] = await sql<{ version: number; made: string | null; flowed: string | null }[]>`
    select s.version, (select min(d.day) from site_days d where d.sid = s.sid) as made,
      (select min(f.day) from site_flows f where f.sid = s.sid) as flowed
    from sites s where s.sid = ${sid}`;
  const { version, made, flowed } = row!;
  return {
    sid,
    version,
    currency,
    today: localDay(at.getTime(), timezone),
    firstDay: made === null || (flowed !== null && flowed < made) ? flowed : made,
    list: await readSitePrices(sql, sid),
  };
};
