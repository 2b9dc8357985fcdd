// A plant's time zone or place changes: its days begin elsewhere, or the sun that spreads energy over them does.

import { type Place, storeOldLocation } from '../energy/days/recomputeSite.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { notifyRegistry } from '../platform/database/registryChannel.ts';
import { enqueueJob } from '../platform/database/siteJobs.ts';

/** Its days are recomputed by a job if anything differs. */
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
  if ((timezone ?? before.timezone) !== before.timezone) await tellClocks(sql, sid);
  await enqueueJob(sql, sid, 'recompute', at);
}

/** Who is connected is told the time of its plant again. */
async function tellClocks(sql: Transaction, sid: string): Promise<void> {
  const online = await sql<{ sn: string }[]>`select sn from gateways where sid = ${sid} and online`;
  await notifyRegistry(
    sql,
    online.map(({ sn }) => sn),
  );
}
