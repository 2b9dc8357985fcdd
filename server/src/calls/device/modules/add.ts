// device/modules/add: adds microinverters to a gateway by hand, before it announces them.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_CHILDREN } from '@heliograph/contract/limits.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { claimDevices } from '../../../claiming/claimDevices.ts';
import type { Kind } from '../../../families/kinds.ts';
import { enqueueReplay } from '../../../ingest/unclaimed/replayReports.ts';
import { modulePages } from '../../../installation/modules.ts';
import type { Handler } from '../../../platform/handler.ts';
import { countAttempt } from '../../../platform/limits/rateLimits.ts';
import { writeModules } from '../../../roof/saveModules.ts';

export const deviceModulesAdd: Handler<'device/modules/add'> = async ({ sid, gatewaySn, devices }, caller) => {
  const { context, sql, session, at } = caller;
  await lockEditableSite(sql, session, sid);
  const [gateway] = await sql<{ kind: Kind; children: number }[]>`
    select p.kind, (
      select count(*)::int from devices c where c.sid = d.sid and c.gateway_sn = d.sn and c.removed_at is null) as children
    from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn = ${gatewaySn} and d.removed_at is null`;
  if (!gateway || !seesDevices(session)) throw new ApiError('deviceNotFound');
  if (gateway.kind !== 'gateway') throw new ApiError('noGateway', { sn: gatewaySn });
  if (gateway.children + devices.length > MAX_CHILDREN) throw new ApiError('gatewayFull', { most: MAX_CHILDREN });
  const [reported] = await sql<{ intervalS: number | null }[]>`
    select interval_s from gateways where sn = ${gatewaySn} and sid = ${sid}`;
  await countAttempt(context, 'claims', session.userId, devices.length);
  await claimDevices(caller, sid, devices, { under: { gatewaySn, intervalS: reported?.intervalS ?? null } });
  const modules = devices.flatMap(({ sn, inputs }) =>
    inputs.map((module) => ({ sn, ...module, page: module.page === 0 ? null : module.page })),
  );
  const pages = new Set(modules.flatMap(({ page }) => page ?? []));
  const known = pages.size > 0 ? await modulePages(sql, sid) : [];
  if ([...pages].some((page) => !known.some((each) => each.page === page))) throw new ApiError('modulePageNotFound');
  if (modules.length > 0) await writeModules(sql, sid, modules);
  const numbers = devices.map(({ sn }) => sn);
  await enqueueReplay(sql, sid, numbers, at);
  caller.noteAudit({ after: { gatewaySn, added: numbers, modules } });
  return { count: numbers.length };
};
