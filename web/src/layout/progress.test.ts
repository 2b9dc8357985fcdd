// The bar on top while a page loads, from the very first navigation on.
import { BProgress } from '@bprogress/core';
import { afterEach, expect, test, vi } from 'vitest';
import { watchNavigation } from './progress.ts';

const bar = () => document.querySelector('.bprogress');
afterEach(() => BProgress.remove());

test('the first navigation shows the bar, with the spec’s minimum, speed and trickle', async () => {
  const navigation = watchNavigation(() => undefined);
  navigation.begins();
  await vi.waitFor(() => expect(BProgress.isStarted()).toBe(true));
  expect(bar()).not.toBeNull();
  expect(BProgress.status).toBeGreaterThanOrEqual(0.3);
  expect(BProgress.settings).toMatchObject({ minimum: 0.3, speed: 1000, trickleSpeed: 200 });
  navigation.ends();
  await vi.waitFor(() => expect(BProgress.status).toBeNull());
});

test('a navigation that ended before the bar’s code came shows none', async () => {
  const navigation = watchNavigation(() => undefined);
  navigation.begins();
  navigation.ends();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(BProgress.isStarted()).toBe(false);
});
