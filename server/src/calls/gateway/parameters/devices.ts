// gateway/parameters/devices: devices of a plant with settable parameters, and the state of its remote control.

import { accessibleSite } from '../../../access/accessibleSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { CONTROLLABLE, type Controllable, controllable } from '../../../commands/controllableDevices.ts';
import { companyMayEnableFrom, controlState, readControlSwitch } from '../../../commands/controlRights.ts';
import { keyOf, readSleepingDevices } from '../../../commands/sleepingDevices.ts';
import { reportKindOf } from '../../../families/kinds.ts';
import { isoOf } from '../../../platform/calendar/times.ts';
import { textArray } from '../../../platform/database/arrays.ts';
import { allOf, contains, limitOffset, startsWith } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

export const gatewayParametersDevices: Handler<'gateway/parameters/devices'> = async (
  { sid, page, keywords },
  caller,
) => {
  const { sql, session, at } = caller;
  const { name: siteName, timezone, changeable } = await accessibleSite(caller, sid);
  const site = await readControlSwitch(sql, sid);
  const takeover = { from: await companyMayEnableFrom(sql, session, sid, site), at };
  const head = { siteName, timezone, control: controlState(session, site, changeable, takeover) };
  if (!seesDevices(session)) return { ...head, list: [], total: 0 };
  const { fragment } = await controllable(sql, sid);
  const condition = allOf(sql, [
    fragment,
    keywords !== undefined &&
      sql`(${contains(sql, sql`d.alias`, keywords)} or ${startsWith(sql, sql`d.sn`, keywords)})`,
  ]);
  const [rows, [count]] = await Promise.all([
    sql<Omit<Controllable, 'parameters' | 'actions'>[]>`
      select d.sn, d.alias, p.kind, p.name as model_name, coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn
      from ${CONTROLLABLE(sql)} where ${condition} order by d.gateway_sn <> '', d.sn ${limitOffset(sql, page)}`,
    sql<{ n: number }[]>`select count(*)::int as n from ${CONTROLLABLE(sql)} where ${condition}`,
  ]);
  const sns = rows.map(({ sn }) => sn);
  const asleep = await readSleepingDevices(
    sql,
    sns.map((sn) => ({ sid, sn })),
    at,
  );
  const open = await sql<{ sn: string; n: number }[]>`
    select c.sn, count(*)::int as n from commands c
    where c.sid = ${sid} and c.state in ('draft', 'approved', 'issued', 'accepted') and c.sn in (select unnest(${textArray(sns)}::text::text[]))
    group by 1`;
  const counts = new Map(open.map(({ sn, n }) => [sn, n]));
  return {
    ...head,
    list: rows.map((row) => ({
      ...row,
      kind: reportKindOf(row.kind),
      open: counts.get(row.sn) ?? 0,
      sleepsUntilIso: isoOf(asleep.get(keyOf({ sid, sn: row.sn })) ?? null, timezone),
    })),
    total: count!.n,
  };
};
