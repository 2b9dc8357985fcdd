// configuration/inverter/setupList: bulk setups, and for one setup the result of each device.
import type { CommandStep } from '@heliograph/contract/commands.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleSites } from '../../../access/accessibleSites.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { accessibleSetups, presentSetups, type Setup, setupColumns } from '../../../commands/bulkSetups.ts';
import type { CallContext } from '../../../context.ts';
import { textArray } from '../../../platform/database/arrays.ts';
import type { Transaction } from '../../../platform/database/connect.ts';
import { allOf, limitOffset } from '../../../platform/database/paging.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationInverterSetupList: Handler<'configuration/inverter/setupList'> = async (
  { id, state, page },
  caller,
) => {
  const { sql, session } = caller;
  const condition = allOf(sql, [accessibleSetups(sql, session), id !== undefined && sql`u.id = ${id}`]);
  if (id === undefined) {
    const [rows, [count]] = await Promise.all([
      sql<Setup[]>`
        select ${setupColumns(sql)} from inverter_setups u where ${condition} order by u.asked_at desc, u.id ${limitOffset(sql, page)}`,
      sql<{ n: number }[]>`select count(*)::int as n from inverter_setups u where ${condition}`,
    ]);
    return { list: await presentSetups(caller, rows), devices: [], leftOut: [], total: count!.n };
  }
  const [setup] = await sql<Setup[]>`select ${setupColumns(sql)} from inverter_setups u where ${condition}`;
  if (!setup) throw new ApiError('setupNotFound');
  const list = await presentSetups(caller, [setup]);
  if (!seesDevices(session)) return { list, devices: [], leftOut: [], total: 0 };
  const commandCondition = allOf(sql, [
    sql`c.setup_id = ${id} and ${accessibleSites(sql, session)}`,
    state !== undefined && sql`c.state = ${state}`,
  ]);
  const names = Object.keys(setup.parameters);
  const [rows, [count], leftOut] = await Promise.all([
    sql<DeviceRow[]>`
      select c.sid, s.name as site_name, c.sn, c.gateway_sn, c.state, c.reason, c.read_back
      from commands c join sites s on s.sid = c.sid where ${commandCondition} order by c.sid, c.sn ${limitOffset(sql, page)}`,
    sql<{ n: number }[]>`
      select count(*)::int as n from commands c join sites s on s.sid = c.sid where ${commandCondition}`,
    namedLeftOut(sql, session, setup),
  ]);
  const devices = rows.map(({ readBack, ...row }) => ({
    ...row,
    readBack: names.map((name) => readBack?.[name] ?? null),
  }));
  return { list, devices, leftOut, total: count!.n };
};

interface DeviceRow {
  sid: string;
  siteName: string;
  sn: string;
  gatewaySn: string;
  state: CommandStep;
  reason: string;
  readBack: Record<string, number> | null;
}

/** Returns left-out devices in plants that the session can still access, with the names of the plants. */
async function namedLeftOut(sql: Transaction, session: CallContext['session'], { leftOut }: Setup) {
  const sids = textArray([...new Set(leftOut.map(({ sid }) => sid))]);
  const sites = await sql<{ sid: string; name: string }[]>`
    select s.sid, s.name from sites s where s.sid in (select unnest(${sids}::text::text[])) and ${accessibleSites(sql, session)}`;
  const names = new Map(sites.map(({ sid, name }) => [sid, name]));
  return leftOut.flatMap((one) => (names.has(one.sid) ? [{ ...one, siteName: names.get(one.sid)! }] : []));
}
