// Days that are over are packed by the store; then the taking in forgets how it folded those that are long over.
import type { Context } from '../context.ts';
import { thinCarries } from '../energy/days/pruneStates.ts';
import { type AfterSealing, type Sealed, sealDays } from '../samples/sealing.ts';

export async function sealAndThin(
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
