// Compacts finished days into blocks, then prunes the aggregate states of those days.
import type { Context } from '../context.ts';
import { pruneStates } from '../energy/days/pruneStates.ts';
import { type AfterSealing, compactSampleDays, type Sealed } from '../samples/sealing.ts';

/** Returns what was compacted; `stopped`: polled to end early. */
export async function compactDays(
  context: Pick<Context, 'sql' | 'clock' | 'log' | 'databaseHealth'>,
  stopped?: () => boolean,
): Promise<Sealed> {
  const { sql, clock, log, databaseHealth } = context;
  const afterSealing: AfterSealing = (days) =>
    pruneStates(
      sql,
      days.map(({ sid, sn, day }) => ({ sid, sn, fromDay: day, toDay: day })),
    );
  return await compactSampleDays({ sql, clock, log, databaseHealth, afterSealing }, stopped);
}
