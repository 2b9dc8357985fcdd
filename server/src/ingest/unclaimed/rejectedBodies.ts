// Stores bodies that are not frames with the reason of their rejection, for inspection: one statement at a time, with all bodies that arrived during the previous one.
import type { Context } from '../../context.ts';
import type { RawBytes } from '../../families/family.ts';
import { storeUnclaimed, type UnclaimedReport } from './unclaimedReports.ts';

export interface RejectedBodies {
  /** Resolves when the body is stored, or when that failed and was logged: its sender gets the same answer either way. */
  store(raw: RawBytes, at: Date, reason: string): Promise<void>;
}

/** Bodies that may wait at once; further ones are dropped, as frames need the connections. */
const MAX_WAITING = 1_000;

export function openRejectedBodies({
  sql,
  databaseHealth,
  log,
}: Pick<Context, 'sql' | 'databaseHealth' | 'log'>): RejectedBodies {
  let gathering: { bodies: UnclaimedReport[]; stored: Promise<void> } | null = null;
  let last: Promise<void> = Promise.resolve();

  async function write(bodies: readonly UnclaimedReport[]): Promise<void> {
    await last;
    gathering = null;
    try {
      await storeUnclaimed(sql, bodies);
    } catch (error) {
      databaseHealth.recordFailure(error);
      log.error({ err: error, bodies: bodies.length }, 'bodies that are not frames could not be stored');
    }
  }

  return {
    async store(raw, at, reason) {
      if (databaseHealth.now() !== undefined) return;
      if (!gathering) {
        const bodies: UnclaimedReport[] = [];
        gathering = { bodies, stored: write(bodies) };
        last = gathering.stored;
      }
      const { bodies, stored } = gathering;
      if (bodies.length >= MAX_WAITING) return;
      bodies.push({ sn: null, at, raw, reason });
      await stored;
    },
  };
}
