// Leased slots: some for each user, some for all users together, and none is lost for ever.
import { expect, test } from 'vitest';
import { createLeasedSlots } from './leasedSlots.ts';

test('each user and all users together have only so many slots, and released ones can be acquired again', () => {
  const slots = createLeasedSlots({ perKey: 2, total: 3, leaseMs: 1_000 });
  const release = slots.tryAcquire(1, 0);
  expect(slots.tryAcquire(1, 0)).not.toBeNull();
  expect(slots.tryAcquire(1, 0)).toBeNull();
  expect(slots.tryAcquire(2, 0)).not.toBeNull();
  expect(slots.tryAcquire(3, 0)).toBeNull();
  release?.();
  release?.();
  expect(slots.tryAcquire(3, 0)).not.toBeNull();
  expect(slots.tryAcquire(4, 0)).toBeNull();
});

test('a slot that nothing releases is free when its lease ends', () => {
  const slots = createLeasedSlots({ perKey: 1, total: 1, leaseMs: 1_000 });
  slots.tryAcquire(1, 0);
  expect(slots.tryAcquire(1, 999)).toBeNull();
  const release = slots.tryAcquire(1, 1_000);
  expect(release).not.toBeNull();
});

test('a release after the end of the lease frees nobody else’s slot', () => {
  const slots = createLeasedSlots({ perKey: 1, total: 1, leaseMs: 1_000 });
  const late = slots.tryAcquire(1, 0);
  expect(slots.tryAcquire(2, 1_000)).not.toBeNull();
  late?.();
  expect(slots.tryAcquire(1, 1_000)).toBeNull();
});
