// Handles a change of a plant's time zone or position: its days begin at other times, or energy is distributed over them by another sun curve.

import { type Place, storeOldLocation } from '../energy/days/recomputeSite.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { notifyRegistry } from '../platform/database/registryChannel.ts';
import { enqueueJob } from '../platform/database/siteJobs.ts';

/** Enqueues a recomputation of its days if anything differs. */
export async function movePlant(
  sql: Transaction,
  sid: string,
  before: Place,
  { timezone, latitude, longitude }: { [K in keyof Place]?: Place[K] | undefined },
  at: Date,
): Promise<void> {
  const isMoved =
    (timezone ?? before.timezone) !== before.timezone ||
    (latitude ?? before.latitude) !== before.latitude ||
    (longitude ?? before.longitude) !== before.longitude;
  if (!isMoved) return;
  await storeOldLocation(sql, sid, before);
  if ((timezone ?? before.timezone) !== before.timezone) await announceTime(sql, sid);
  await enqueueJob(sql, sid, 'recompute', at);
}

/** Sends connected gateways the new time of their plant. */
async function announceTime(sql: Transaction, sid: string): Promise<void> {
  const online = await sql<{ sn: string }[]>`select sn from gateways where sid = ${sid} and online`;
  await notifyRegistry(
    sql,
    online.map(({ sn }) => sn),
  );
}
