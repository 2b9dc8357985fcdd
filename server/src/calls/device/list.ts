// device/list: the devices of the plants a session may see.

import type { Asked } from '@heliograph/contract/calls.ts';
import type { Fragment, Transaction } from '../../db/connect.ts';
import type { Handler } from '../../handler.ts';
import { deviceRows } from '../../sql/deviceRows.ts';
import { isLive } from '../../sql/fresh.ts';
import { allOf, contains, onePage, orderBy, startsWith } from '../../sql/page.ts';
import { createdDays, modelFilter, siteFilters, siteText, statusFilter } from '../../sql/siteFilters.ts';
import { deviceStatus } from '../../sql/siteStatus.ts';
import { joinZones } from '../../sql/timeBuckets.ts';
import { visibleSites } from '../../sql/visibleSites.ts';
import { devicesWithLive } from '../../sql/withLive.ts';

type Sort = Asked<'device/list'>['sort'][number]['field'];

export const deviceList: Handler<'device/list'> = async ({ filters, sort, page }, caller) => {
  const { sql, session, at } = caller;
  const { keywords, sid, sn, model, status } = filters;
  const created = createdDays(filters);
  const needsDays = created.firstDay || created.lastDay;
  const zones = needsDays ? joinZones(sql, { at, ...created }) : sql``;
  const found = sql`
    from ${devicesWithLive(sql)} ${zones}
    where d.removed_at is null and ${visibleSites(sql, session)} and ${siteFilters(sql, filters, at)} and ${allOf(sql, [
      keywords &&
        sql`(${startsWith(sql, sql`d.sn`, keywords)} or ${contains(sql, sql`d.alias`, keywords)} or ${siteText(sql, keywords)})`,
      sid && sql`d.sid = ${sid}`,
      sn && startsWith(sql, sql`d.sn`, sn),
      model && modelFilter(sql, model),
      status && statusFilter(sql, deviceStatus(sql, at), status),
    ])}`;
  const order = orderBy(
    sql,
    sort.length > 0 ? sort : [{ field: 'problems', descending: false }],
    orders(sql, at),
    sql`lower(s.name), d.sid, d.sn`,
  );
  const [keys, [count]] = await Promise.all([
    sql<{ sid: string; sn: string }[]>`select d.sid, d.sn ${found} order by ${order} ${onePage(sql, page)}`,
    sql<{ total: number }[]>`select count(*)::int as total ${found}`,
  ]);
  const rows = await deviceRows(
    sql,
    sql`(d.sid, d.sn) in (select * from unnest(${keys.map((key) => key.sid)}::text[], ${keys.map((key) => key.sn)}::text[]))`,
    caller,
  );
  const byKey = new Map(rows.map((row) => [`${row.sid} ${row.sn}`, row]));
  return { list: keys.flatMap((key) => byKey.get(`${key.sid} ${key.sn}`) ?? []), total: count?.total ?? 0 };
};

function orders(sql: Transaction, at: Date): Record<Sort, Fragment> {
  return {
    problems: sql`case ${deviceStatus(sql, at)} when 1 then 0 when -1 then 1 else 2 end`,
    sn: sql`d.sn`,
    siteName: sql`lower(s.name)`,
    model: sql`p.name`,
    now: sql`case when ${isLive(sql, at)} then l.power_w end`,
    lastUpdate: sql`l.at`,
    createdAt: sql`d.created_at`,
  };
}
