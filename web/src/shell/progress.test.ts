// The bar on top while a page loads: that of the first one is the brand's mark's own (e2e/session.spec.ts), those after it come by code.
import { BProgress } from '@bprogress/core';
import { afterEach, expect, test, vi } from 'vitest';
import { watchNavigation } from './progress.ts';

const bar = () => document.querySelector('.bprogress');
afterEach(() => BProgress.remove());

test('a navigation shows the bar, with the spec’s minimum, speed and trickle', async () => {
  const navigation = watchNavigation(() => undefined);
  navigation.begins();
  await vi.waitFor(() => expect(BProgress.isStarted()).toBe(true));
  expect(bar()).not.toBeNull();
  expect(BProgress.status).toBeGreaterThanOrEqual(0.3);
  expect(BProgress.settings).toMatchObject({ minimum: 0.3, speed: 1000, trickleSpeed: 200 });
  navigation.ends();
  await vi.waitFor(() => expect(BProgress.status).toBeNull());
});

test('while the brand’s mark is there, which has a bar of its own, there is no second one', async () => {
  document.body.innerHTML = '<div class="splash"></div>';
  const navigation = watchNavigation(() => undefined);
  navigation.begins();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(BProgress.isStarted()).toBe(false);
  navigation.ends();
  document.body.innerHTML = '';
});

test('a navigation that ended before the bar’s code came shows none', async () => {
  const navigation = watchNavigation(() => undefined);
  navigation.begins();
  navigation.ends();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(BProgress.isStarted()).toBe(false);
});
