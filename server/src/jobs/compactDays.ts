// Compacts finished days into blocks, then prunes the aggregate states of those days.
import type { Context } from '../context.ts';
import { thinCarries } from '../energy/days/pruneStates.ts';
import { type AfterSealing, type Sealed, sealDays } from '../samples/sealing.ts';

export async function compactDays(
  context: Pick<Context, 'sql' | 'clock' | 'log' | 'trouble'>,
  stopped?: () => boolean,
): Promise<Sealed> {
  const { sql, clock, log, trouble } = context;
  const afterSealing: AfterSealing = (days) =>
    thinCarries(
      sql,
      days.map(({ sid, sn, day }) => ({ sid, sn, fromDay: day, toDay: day })),
    );
  return await sealDays({ sql, clock, log, trouble, afterSealing }, stopped);
}
