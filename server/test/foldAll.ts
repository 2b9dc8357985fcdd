// The sums of dashboards as they would be in a while, whatever the job that keeps them thinks is due.
import type { Context } from '../src/context.ts';
import { rollupCounts } from '../src/fleet/rollupCounts.ts';

export async function foldAll(context: Pick<Context, 'sql' | 'clock'>): Promise<void> {
  await context.sql`update fleet_walks set passed_at = null where name in ('states', 'month', 'past')`;
  await rollupCounts(context);
}

/** The job as it runs where counting took no time before: what is due depends on the clock alone, not on how busy the machine is. */
export async function foldDue(context: Pick<Context, 'sql' | 'clock'>): Promise<void> {
  await context.sql`update fleet_walks set took_ms = 0`;
  await rollupCounts(context);
}
