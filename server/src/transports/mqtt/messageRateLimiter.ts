// How much a device may say: what is beyond it waits for its turn, and the device is let go when that does not come.
import { type Buckets, makeBuckets } from '../../platform/limits/tokenBuckets.ts';
import type { Guest } from './deviceSession.ts';

/** Messages of one device: what it missed in a month may come at once. */
const MESSAGES = { burst: 20_000, perSecond: 300 };
const WAITING_MESSAGES = { burst: 200, perSecond: 2 };
/** Each may bring up 255 numbers that nobody has heard of. */
const WAITING_ANNOUNCES = { burst: 10, perSecond: 1 / 60 };
/** How long a message waits before the device is let go. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 250;

export interface Turns {
  /** False: its turn did not come. */
  comes(guest: Guest): Promise<boolean>;
  /** Whether it may announce at once: one of a plant always. */
  mayAnnounce(guest: Guest): boolean;
  /** The same, waited for. */
  toAnnounce(guest: Guest): Promise<boolean>;
}

export function openTurns(): Turns {
  const known = makeBuckets(MESSAGES.burst, MESSAGES.perSecond);
  const waiting = makeBuckets(WAITING_MESSAGES.burst, WAITING_MESSAGES.perSecond);
  const announces = makeBuckets(WAITING_ANNOUNCES.burst, WAITING_ANNOUNCES.perSecond);

  async function turnOf(guest: Guest, bucket: Buckets): Promise<boolean> {
    for (let waitedMs = 0; !bucket.take(guest.sn, performance.now()); waitedMs += LOOK_MS) {
      if (waitedMs > PATIENCE_MS || guest.gone) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
    return true;
  }

  return {
    comes: (guest) => turnOf(guest, guest.sid === null ? waiting : known),
    mayAnnounce: ({ sid, sn }) => sid !== null || announces.take(sn, performance.now()),
    toAnnounce: async (guest) => guest.sid !== null || (await turnOf(guest, announces)),
  };
}
