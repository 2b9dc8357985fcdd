// overview/overview: energy, benefits and counts over all the plants a session may see.

import type { Handler } from '../../handler.ts';
import { fleetEnergy } from '../../sql/fleetEnergy.ts';
import { isLiveSite } from '../../sql/fresh.ts';
import { visibleSites } from '../../sql/visibleSites.ts';
import { benefitsOf } from '../../wire/benefits.ts';
import { productionOf } from '../../wire/production.ts';

export const overviewOverview: Handler<'overview/overview'> = async (_request, { context, sql, session, at }) => {
  const energy = await fleetEnergy(sql, { sums: context.fleetSums, session, at });
  const [fleet] = await sql<Fleet[]>`
    with seen as materialized (select s.sid, s.currency from sites s where ${visibleSites(sql, session)}),
    plants as (
      select count(*)::int as site_count, array_agg(distinct currency) as currencies from seen
    ),
    power as (
      select (sum(l.power_w) filter (where ${isLiveSite(sql, at)}))::float8 as now_w from seen join site_live l on l.sid = seen.sid
    ),
    theirs as (
      select count(*)::int as device_count, count(*) filter (where p.kind = 'microinverter')::int as mr_count,
        count(*) filter (where p.kind = 'gateway')::int as gateway_count
      from seen join devices d on d.sid = seen.sid join products p on p.id = d.product_id
      where d.removed_at is null
    )
    select * from plants cross join power cross join theirs`;
  const { nowW, currencies, ...counts } = fleet!;
  // Money of different currencies has no sum.
  const currency = currencies?.length === 1 ? currencies[0]! : '';
  const figure = (name: keyof typeof energy) => (currency === '' ? { ...energy[name], money: null } : energy[name]);
  return {
    statisticsProduction: productionOf(
      [figure('today'), figure('yesterday'), figure('month'), figure('year'), figure('total')],
      nowW,
      { currency, basis: 'mixed' },
    ),
    benefit: benefitsOf(energy.total.energyWh),
    ...counts,
  };
};

interface Fleet {
  siteCount: number;
  deviceCount: number;
  mrCount: number;
  gatewayCount: number;
  nowW: number | null;
  currencies: string[] | null;
}
