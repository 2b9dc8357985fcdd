// Slots for messages that this process is sending: slow channels have few of their own, so that they delay each other only.
import { createConcurrencyLimit, createLimitPerKey, type Release } from '../platform/limits/concurrencyLimit.ts';

const QUICK = 32;
const SLOW = 16;
const PER_QUICK_CHANNEL = 4;
/** Of one account, which can have ten slow channels. */
const SLOW_PER_USER = 2;

export interface SlotRequest {
  id: string;
  channelId: string;
  userId: number;
  isSlow: boolean;
}

export interface DeliverySlots {
  /** Acquires a slot for a message; null when it is being sent already, or when its channel, its account or all have none free. */
  tryAcquire(message: SlotRequest): Release | null;
}

export function createDeliverySlots(): DeliverySlots {
  const ids = createLimitPerKey<string>(1);
  const quick = createConcurrencyLimit(QUICK);
  const quickChannels = createLimitPerKey<string>(PER_QUICK_CHANNEL);
  const slow = createConcurrencyLimit(SLOW);
  const slowChannels = createLimitPerKey<string>(1);
  const slowUsers = createLimitPerKey<number>(SLOW_PER_USER);
  return {
    tryAcquire: ({ id, channelId, userId, isSlow }) =>
      acquireAll([
        () => ids.tryAcquire(id),
        ...(isSlow
          ? [() => slowChannels.tryAcquire(channelId), () => slowUsers.tryAcquire(userId), () => slow.tryAcquire()]
          : [() => quickChannels.tryAcquire(channelId), () => quick.tryAcquire()]),
      ]),
  };
}

/** Acquires all or none. */
function acquireAll(limits: readonly (() => Release | null)[]): Release | null {
  const acquired: Release[] = [];
  const release = (): void => {
    for (const one of acquired) one();
  };
  for (const tryAcquire of limits) {
    const one = tryAcquire();
    if (!one) {
      release();
      return null;
    }
    acquired.push(one);
  }
  return release;
}
