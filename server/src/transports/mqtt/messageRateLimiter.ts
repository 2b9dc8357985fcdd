// Limits the messages of each device: those beyond the limit wait, and the device is disconnected if they wait too long.
import { createTokenBuckets, type TokenBuckets } from '../../platform/limits/tokenBuckets.ts';
import type { DeviceSession } from './deviceSession.ts';

/** Messages of one claimed device: enough for a backlog of a month at once. */
const MESSAGES = { burst: 20_000, perSecond: 300 };
const UNCLAIMED_MESSAGES = { burst: 200, perSecond: 2 };
/** Each announcement may contain 255 new serial numbers. */
const UNCLAIMED_ANNOUNCEMENTS = { burst: 10, perSecond: 1 / 60 };
const TIMEOUT_MS = 20_000;
const POLL_MS = 250;

type Sender = Pick<DeviceSession, 'sn' | 'sid' | 'isClosed'>;

export interface MessageRateLimiter {
  /** Waits until the message is allowed; false: it timed out or the session has closed. */
  acquire(session: Sender): Promise<boolean>;
  /** Whether the device may announce now; a claimed one always may. */
  canAnnounce(session: Sender): boolean;
  /** Waits until the announcement is allowed; false: it timed out or the session has closed. */
  acquireAnnouncement(session: Sender): Promise<boolean>;
}

export function createMessageRateLimiter(): MessageRateLimiter {
  const claimed = createTokenBuckets(MESSAGES.burst, MESSAGES.perSecond);
  const unclaimed = createTokenBuckets(UNCLAIMED_MESSAGES.burst, UNCLAIMED_MESSAGES.perSecond);
  const announcements = createTokenBuckets(UNCLAIMED_ANNOUNCEMENTS.burst, UNCLAIMED_ANNOUNCEMENTS.perSecond);

  async function waitFor(session: Sender, bucket: TokenBuckets): Promise<boolean> {
    for (let waitedMs = 0; !bucket.take(session.sn, performance.now()); waitedMs += POLL_MS) {
      if (waitedMs > TIMEOUT_MS || session.isClosed) return false;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return true;
  }

  return {
    acquire: (session) => waitFor(session, session.sid === null ? unclaimed : claimed),
    canAnnounce: ({ sid, sn }) => sid !== null || announcements.take(sn, performance.now()),
    acquireAnnouncement: async (session) => session.sid !== null || (await waitFor(session, announcements)),
  };
}
