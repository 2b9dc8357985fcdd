// site/delete: deletes a plant with its history and frees its serial numbers. It cannot be undone.
import type { Handler } from '../../http/handler.ts';
import { changeableSite } from '../../sql/changeableSite.ts';
import { freeNumbers } from '../../sql/claimDevices.ts';
import { deleteSamples } from '../../telemetry/samples.ts';

export const siteDelete: Handler<'site/delete'> = async ({ sid }, caller) => {
  const { sql, session } = caller;
  const { name, companyId } = await changeableSite(sql, session, sid);
  const numbers = await sql<{ sn: string }[]>`select sn from serial_numbers where sid = ${sid} order by sn for update`;
  // Reports that are being taken finish first; later ones find no device.
  await sql`select sn from device_live where sid = ${sid} order by sn for update`;
  const sns = numbers.map(({ sn }) => sn);
  await freeNumbers(sql, sid, sns);
  await deleteSamples(sql, sid);
  // Days, events, devices and prices go with it.
  await sql`delete from sites where sid = ${sid}`;
  caller.noteAudit({ before: { name, companyId, sn: sns } });
  return {};
};
