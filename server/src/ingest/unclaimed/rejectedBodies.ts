// Bodies that are no frame, kept with the reason to be looked at: one statement at a time, in which all go that came meanwhile.
import type { Context } from '../../context.ts';
import type { RawBytes } from '../../families/family.ts';
import { storeUnclaimed, type UnclaimedReport } from './unclaimedReports.ts';

export interface RejectedBodies {
  /** Ends when it is kept, or when that failed and was logged: its sender is told the same either way. */
  keep(raw: RawBytes, at: Date, reason: string): Promise<void>;
}

/** More than wait at once are only counted: frames need the connections. */
const MAX_WAIT = 1_000;

export function openRejectedBodies({ sql, trouble, log }: Pick<Context, 'sql' | 'trouble' | 'log'>): RejectedBodies {
  let gathering: { bodies: UnclaimedReport[]; kept: Promise<void> } | null = null;
  let last: Promise<void> = Promise.resolve();

  async function write(bodies: readonly UnclaimedReport[]): Promise<void> {
    await last;
    gathering = null;
    try {
      await storeUnclaimed(sql, bodies);
    } catch (error) {
      trouble.noteRefusal(error);
      log.error({ err: error, bodies: bodies.length }, 'bodies that are no frame could not be kept');
    }
  }

  return {
    async keep(raw, at, reason) {
      if (trouble.now() !== undefined) return;
      if (!gathering) {
        const bodies: UnclaimedReport[] = [];
        gathering = { bodies, kept: write(bodies) };
        last = gathering.kept;
      }
      const { bodies, kept } = gathering;
      if (bodies.length >= MAX_WAIT) return;
      bodies.push({ sn: null, at, raw, reason });
      await kept;
    },
  };
}
