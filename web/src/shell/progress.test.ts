// The progress bar while a page loads: the first page has the bar of the splash screen (e2e/session.spec.ts), later pages this one.
import { BProgress } from '@bprogress/core';
import { afterEach, expect, test, vi } from 'vitest';
import { watchNavigation } from './progress.ts';

const bar = () => document.querySelector('.bprogress');
afterEach(() => BProgress.remove());

test('a navigation shows the bar with the specified minimum, speed and trickle', async () => {
  const navigation = watchNavigation(() => undefined);
  navigation.begins();
  await vi.waitFor(() => expect(BProgress.isStarted()).toBe(true));
  expect(bar()).not.toBeNull();
  expect(BProgress.status).toBeGreaterThanOrEqual(0.3);
  expect(BProgress.settings).toMatchObject({ minimum: 0.3, speed: 1000, trickleSpeed: 200 });
  navigation.ends();
  await vi.waitFor(() => expect(BProgress.status).toBeNull());
});

test('no second bar is shown while the splash screen shows its own', async () => {
  document.body.innerHTML = '<div class="splash"></div>';
  const navigation = watchNavigation(() => undefined);
  navigation.begins();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(BProgress.isStarted()).toBe(false);
  navigation.ends();
  document.body.innerHTML = '';
});

test('a navigation that ends before the bar’s code is loaded shows no bar', async () => {
  const navigation = watchNavigation(() => undefined);
  navigation.begins();
  navigation.ends();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(BProgress.isStarted()).toBe(false);
});
