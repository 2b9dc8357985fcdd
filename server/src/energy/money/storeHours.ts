// Requests energies by the hour from the first day with hourly prices on: a job computes them once from the samples, and later days store them.

import type { Day } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import { type Place, storeOldLocation } from '../days/recomputeSite.ts';

/**
 * Sets the first day with hours and enqueues the job; until it is done days count at their plain mean. Call it in the
 * transaction that changes the prices, before sites are locked.
 */
export async function storeHours(sql: Transaction, site: Place & { sid: string }, from: Day, at: Date): Promise<void> {
  const { sid } = site;
  const rows = await sql`
    update sites set hours_from = ${from} where sid = ${sid} and (hours_from is null or hours_from > ${from}) returning sid`;
  if (rows.length === 0) return;
  await storeOldLocation(sql, sid, site, from);
  await enqueueJob(sql, sid, 'recompute', at);
}
