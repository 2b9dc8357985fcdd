// device/changeTimezone: a device's time zone is its plant's.
import { Refusal } from '@heliograph/contract/errors.ts';
import { visibleDevice } from '../../access/accessibleDevice.ts';
import { changeableSite } from '../../access/lockSite.ts';
import { movePlace } from '../../plants/movePlant.ts';
import { checkPlace, siteColumns } from '../../plants/saveSite.ts';
import type { Handler } from '../../platform/handler.ts';

export const deviceChangeTimezone: Handler<'device/changeTimezone'> = async ({ sid, sn, timezone }, caller) => {
  const { sql, session, at } = caller;
  const device = await visibleDevice(caller, { sid, sn });
  const site = await changeableSite(sql, session, device.sid);
  if (device.removedAt !== null) throw new Refusal('noSuchDevice');
  checkPlace({ timezone });
  const columns = siteColumns({ timezone });
  await sql`update sites set ${sql({ ...columns, version: site.version + 1 })} where sid = ${device.sid}`;
  await movePlace(sql, device.sid, site, { timezone: String(columns.timezone) }, at);
  caller.noteAudit({ object: device.sid, before: { timezone: site.timezone }, after: { sn, timezone } });
  return { sid: device.sid };
};
