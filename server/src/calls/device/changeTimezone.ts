// device/changeTimezone: changes the time zone of a device's plant, which is also the device's.
import { ApiError } from '@heliograph/contract/errors.ts';
import { accessibleDevice } from '../../access/accessibleDevice.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import { movePlant } from '../../plants/movePlant.ts';
import { checkLocation, siteColumns } from '../../plants/saveSite.ts';
import type { Handler } from '../../platform/handler.ts';

export const deviceChangeTimezone: Handler<'device/changeTimezone'> = async ({ sid, sn, timezone }, caller) => {
  const { sql, session, at } = caller;
  const device = await accessibleDevice(caller, { sid, sn });
  const site = await lockEditableSite(sql, session, device.sid);
  if (device.removedAt !== null) throw new ApiError('deviceNotFound');
  checkLocation({ timezone });
  const columns = siteColumns({ timezone });
  await sql`update sites set ${sql({ ...columns, version: site.version + 1 })} where sid = ${device.sid}`;
  await movePlant(sql, device.sid, site, { timezone: String(columns.timezone) }, at);
  caller.noteAudit({ object: device.sid, before: { timezone: site.timezone }, after: { sn, timezone } });
  return { sid: device.sid };
};
