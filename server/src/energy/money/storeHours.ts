// Energies by the hour, from the first day on whose price depends on it: made of the samples of these days once, by a job, and kept from then on.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import { type Place, storeOldLocation } from '../days/recomputeSite.ts';

/** Until the job is done days count at their plain mean. In the transaction that changes the prices, before sites are locked. */
export async function storeHours(sql: Transaction, site: Place & { sid: string }, from: Day, at: Date): Promise<void> {
  const { sid } = site;
  const rows = await sql`
    update sites set hours_from = ${from} where sid = ${sid} and (hours_from is null or hours_from > ${from}) returning sid`;
  if (rows.length === 0) return;
  await storeOldLocation(sql, sid, site, from);
  await enqueueJob(sql, sid, 'recompute', at);
}
