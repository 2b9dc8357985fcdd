// A plant's time zone or place changes: its days begin elsewhere, or the sun that spreads energy over them does.
import type { Transaction } from '../db/connect.ts';
import { askJob } from '../sql/siteJobs.ts';
import { keepOldPlace, type Place } from '../telemetry/refoldSite.ts';

/** Its days are recomputed by a job if anything differs. */
export async function movePlace(
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
  await keepOldPlace(sql, sid, before);
  await askJob(sql, sid, 'recompute', at);
}
