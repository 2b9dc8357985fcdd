// site/prices: a plant's prices, each valid from a day.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { readSitePrices } from '../../energy/money/sitePrices.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';

export const sitePrices: Handler<'site/prices'> = async ({ sid }, { sql, session, at }) => {
  const { timezone, currency } = await accessibleSite({ sql, session, at }, sid);
  const [row] = await sql<{ version: number; firstProduced: string | null; firstFlow: string | null }[]>`
    select s.version, (select min(d.day) from site_days d where d.sid = s.sid) as first_produced,
      (select min(f.day) from site_flows f where f.sid = s.sid) as first_flow
    from sites s where s.sid = ${sid}`;
  const { version, firstProduced, firstFlow } = row!;
  return {
    sid,
    version,
    currency,
    today: localDay(at.getTime(), timezone),
    firstDay: firstProduced === null || (firstFlow !== null && firstFlow < firstProduced) ? firstFlow : firstProduced,
    list: await readSitePrices(sql, sid),
  };
};
