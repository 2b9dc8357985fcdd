// What the log keeps for whoever looks into an attack: who signed in, and who was refused what; never what was sent.
import type { RefusalWord } from '@heliograph/contract/errors.ts';
import type { Context } from '../context.ts';
import { refusedCalls } from '../metrics.ts';
import { makeBuckets } from '../telemetry/buckets.ts';
import { sourceOf } from '../telemetry/sourceOf.ts';

/** Lines from one source (IPv4 address, IPv6 /64); what is beyond is counted and not written: a flood must not fill a disk. */
const LINES_A_SOURCE = { burst: 100, perSecond: 1 };

export interface Asker {
  path: string;
  address: string;
  /** Of the session, or of the account that someone tries to sign in to. */
  userId?: number | undefined;
}

export interface SecurityLog {
  signedIn(asker: Asker): void;
  refused(word: RefusalWord, asker: Asker): void;
}

export function openSecurityLog(context: Pick<Context, 'log' | 'clock'>): SecurityLog {
  const lines = makeBuckets(LINES_A_SOURCE.burst, LINES_A_SOURCE.perSecond);
  return {
    signedIn: (asker) => context.log.info({ security: 'signedIn', ...asker }, 'signed in'),
    refused(word, asker) {
      refusedCalls.inc({ word });
      if (!lines.take(sourceOf(asker.address), context.clock.now().getTime())) return;
      context.log.info({ security: 'refused', word, ...asker }, 'refused');
    },
  };
}
