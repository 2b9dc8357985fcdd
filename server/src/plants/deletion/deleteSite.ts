// Deletes a plant and frees its serial numbers at once; its history is removed by a job. It cannot be undone.

import { freeNumbers } from '../../claiming/claimDevices.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';

/** The change of the plant has begun; answers the numbers that are free now. */
export async function deleteSite(sql: Transaction, sid: string, at: Date): Promise<string[]> {
  const numbers = await sql<{ sn: string }[]>`select sn from serial_numbers where sid = ${sid} order by sn for update`;
  // Reports that are being taken finish first; later ones find no device.
  await sql`select sn from device_live where sid = ${sid} order by sn for update`;
  const sns = numbers.map(({ sn }) => sn);
  await freeNumbers(sql, sid, sns);
  // Devices, their live rows, prices go with it.
  await sql`delete from sites where sid = ${sid}`;
  // What else was under way for it ends by itself: nobody holds it any more.
  await sql`delete from site_jobs where sid = ${sid}`;
  await enqueueJob(sql, sid, 'removeHistory', at);
  return sns;
}
