// Tests leased slots: limits per user and for all users together, and no slot is lost forever.
import { expect, test } from 'vitest';
import { createLeasedSlots } from './leasedSlots.ts';

test('limits the slots per user and in total, and reuses released ones', () => {
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

test('frees a slot that is never released when its lease ends', () => {
  const slots = createLeasedSlots({ perKey: 1, total: 1, leaseMs: 1_000 });
  slots.tryAcquire(1, 0);
  expect(slots.tryAcquire(1, 999)).toBeNull();
  const release = slots.tryAcquire(1, 1_000);
  expect(release).not.toBeNull();
});

test('ignores a release after the end of the lease', () => {
  const slots = createLeasedSlots({ perKey: 1, total: 1, leaseMs: 1_000 });
  const late = slots.tryAcquire(1, 0);
  expect(slots.tryAcquire(2, 1_000)).not.toBeNull();
  late?.();
  expect(slots.tryAcquire(1, 1_000)).toBeNull();
});
