// Deletes a plant and frees its serial numbers immediately; a job removes its history. It cannot be undone.

import { ApiError } from '@heliograph/contract/errors.ts';
import { freeNumbers } from '../../claiming/claimDevices.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';

/** Deletes the plant, within a change of it that has begun; returns the freed serial numbers. Refuses with historyMoves. */
export async function deleteSite(sql: Transaction, sid: string, at: Date): Promise<string[]> {
  const [moving] = await sql`
    select from history_removals where sid = ${sid} and moved_to is not null and state in ('removing', 'gone') limit 1`;
  if (moving) throw new ApiError('historyMoves');
  const numbers = await sql<{ sn: string }[]>`select sn from serial_numbers where sid = ${sid} order by sn for update`;
  // Reports being ingested finish first; later ones find no device.
  await sql`select sn from device_live where sid = ${sid} order by sn for update`;
  const sns = numbers.map(({ sn }) => sn);
  await freeNumbers(sql, sid, sns);
  // Cascades to devices, their live rows and prices.
  await sql`delete from sites where sid = ${sid}`;
  // Running jobs for it end by themselves, as their row is gone.
  await sql`delete from site_jobs where sid = ${sid}`;
  await enqueueJob(sql, sid, 'removeHistory', at);
  return sns;
}
