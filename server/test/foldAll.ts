// Brings dashboard sums up to date, regardless of what the job considers due.
import type { Context } from '../src/context.ts';
import { rollupCounts } from '../src/fleet/rollupCounts.ts';

export async function foldAll(context: Pick<Context, 'sql' | 'clock'>): Promise<void> {
  await context.sql`update fleet_walks set passed_at = null where name in ('states', 'month', 'past')`;
  await rollupCounts(context);
}

/** Runs the job as if earlier counting took no time, so that only the clock determines what is due, not the load of the machine. */
export async function foldDue(context: Pick<Context, 'sql' | 'clock'>): Promise<void> {
  await context.sql`update fleet_walks set took_ms = 0`;
  await rollupCounts(context);
}
