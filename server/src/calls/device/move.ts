// device/move: moves a device and the devices attached to it from one of the user's plants to another.

import type { DeviceToAdd } from '@heliograph/contract/entities/site.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableDevice } from '../../access/lockDevice.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { childrenOf, claimDevices, releaseDevices } from '../../claiming/claimDevices.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import { textArray } from '../../platform/database/arrays.ts';
import { beginChange } from '../../platform/database/rlsSettings.ts';
import type { Handler } from '../../platform/handler.ts';
import { moduleSettingsOf, writeModules } from '../../roof/saveModules.ts';

export const deviceMove: Handler<'device/move'> = async ({ sid, sn, to }, caller) => {
  const { sql, session, at } = caller;
  if (to === sid) throw new ApiError('alreadyThere');
  if (!session.permissions.has('DeviceRegister')) throw new ApiError('forbidden');
  // Locked in one order, so that concurrent moves between the same plants never deadlock.
  if (to < sid) await lockEditableSite(sql, session, to);
  const device = await lockEditableDevice(caller, { sid, sn });
  if (to > sid) await lockEditableSite(sql, session, to);
  await beginChange(sql, sid);
  if (device.removed) throw new ApiError('deviceNotFound');
  const children = await childrenOf(sql, { sid, sn });
  const moved = [sn, ...children];
  const settings = await sql<object[]>`
    select d.sn, p.model, d.alias, d.string_number, d.tilt_deg as tilt, d.azimuth_deg as azimuth, d.orientation, d.meter_type
    from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.sn in (select unnest(${textArray(moved)}::text::text[])) order by d.sn`;
  // Pages belong to the old plant.
  const modules = (await moduleSettingsOf(sql, sid, moved)).map((module) => ({ ...module, page: null }));
  const ended = await releaseDevices(sql, { sid, at, keepsPasswords: true }, moved);
  await beginChange(sql, to);
  const added = settings.map((device) => withoutNulls(device) as DeviceToAdd);
  await claimDevices(caller, to, added, { keepsPasswords: true });
  await writeModules(sql, to, modules);
  await sql`
    update devices set gateway_sn = ${sn} where sid = ${to} and sn in (select unnest(${textArray(children)}::text::text[]))`;
  await enqueueReplay(sql, to, moved, at);
  caller.noteAudit({ before: { sid }, after: { sid: to, sn: moved, ...ended } });
  return { moved };
};

const withoutNulls = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
