// configuration/inverter/group/filter: products whose devices can be configured in bulk, and the devices of one product that match a filter.
import { MAX_SETUP_DEVICES } from '@heliograph/contract/commands.ts';
import type { ProductKind } from '@heliograph/contract/products.ts';
import { seesDevices } from '../../../../access/pageModules.ts';
import { chosenDevices, setupProduct } from '../../../../commands/bulkSetups.ts';
import { mayControl } from '../../../../commands/controlRights.ts';
import { keyOf, readSleepingDevices } from '../../../../commands/sleepingDevices.ts';
import { isoOf } from '../../../../platform/calendar/times.ts';
import { limitOffset } from '../../../../platform/database/paging.ts';
import type { Handler } from '../../../../platform/handler.ts';

/** For a larger catalogue, API clients pass the product. */
const MAX_GROUPS = 500;

export const configurationInverterGroupFilter: Handler<'configuration/inverter/group/filter'> = async (
  { model, filters, page },
  { sql, session, at },
) => {
  const groups = await sql<{ model: number; name: string; kind: ProductKind }[]>`
    select p.model, p.name, p.kind from products p where p.parameters <> '[]'::jsonb
    order by p.name_order, p.model limit ${MAX_GROUPS}`;
  const mayWrite = session.permissions.has('DeviceControl') && mayControl(session);
  const head = { groups, mayWrite, needsSecondFactor: !mayControl(session) };
  if (model === undefined) return { ...head, list: [], total: 0, isAnyAsleep: false };
  await setupProduct(sql, model);
  if (!seesDevices(session)) return { ...head, list: [], total: 0, isAnyAsleep: false };
  const { from, where } = await chosenDevices(sql, session, { model, filters });
  const [list, found] = await Promise.all([
    sql<
      {
        sid: string;
        siteName: string;
        sn: string;
        alias: string;
        gatewaySn: string;
        firmware: string;
        isOff: boolean;
        timezone: string;
      }[]
    >`
      select d.sid, s.name as site_name, d.sn, d.alias, coalesce(nullif(d.gateway_sn, ''), d.sn) as gateway_sn,
        coalesce(l.firmware, '') as firmware, s.control_off_at is not null as is_off, s.timezone
      from ${from} where ${where} order by d.sid, d.sn ${limitOffset(sql, page)}`,
    sql<{ sid: string; sn: string }[]>`
      select d.sid, d.sn from ${from} where ${where} order by d.sid, d.sn limit ${MAX_SETUP_DEVICES + 1}`,
  ]);
  const asleep = await readSleepingDevices(sql, found, at);
  return {
    ...head,
    list: list.map(({ timezone, ...device }) => ({
      ...device,
      sleepsUntilIso: isoOf(asleep.get(keyOf(device)) ?? null, timezone),
    })),
    total: found.length,
    isAnyAsleep: asleep.size > 0,
  };
};
