// The public page of a plant: whether something is wrong, in general words.
import type { Response } from '@heliograph/contract/calls.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { overview } from '../../../test/answers.ts';
import { openPage } from '../../../test/page.tsx';

const page = (change: Partial<Response<'public/plant'>> = {}): Response<'public/plant'> => ({
  title: 'Town hall',
  nowIso: '2026-06-15T12:00:00+02:00',
  day: '2026-06-15',
  powerMax: 6900,
  now: '2000',
  today: '8.1',
  month: '80',
  year: '800',
  total: '8000',
  co2: '4000',
  provenance: { source: 'counted', completeness: 1 },
  flow: overview().energy,
  curve: { xAxisIso: [], data: [] },
  peak: null,
  hasDevices: true,
  problems: 0,
  problem: null,
  isNight: false,
  lastUpdateIso: '2026-06-15T11:59:00+02:00',
  expectedUploadS: 300,
  ...change,
});

test.each([
  [{}, 'No known problems'],
  [
    { problems: 1, problem: { code: 'deadModule', level: 'fault', title: 'Module produces nothing' } },
    'Module produces nothing',
  ],
  [{ problems: 3, problem: { code: 'silence', level: 'fault', title: 'No data' } }, 'No data, 2 more problems'],
] as const)('says whether something is wrong: %#', async (change, text) => {
  await openPage('/public#token=abc', { 'public/plant': page(change) }, { role: 'owner', isSignedIn: false });
  expect(await screen.findByText(text)).toBeTruthy();
});

const scheme = () => document.documentElement.getAttribute('data-mantine-color-scheme');

test('a wall display is dark while the sun is down, and Escape ends it with the scheme of before', async () => {
  const before = scheme();
  await openPage(
    '/public#token=abc&wall=1',
    { 'public/plant': page({ isNight: true }) },
    { role: 'owner', isSignedIn: false },
  );
  expect(await screen.findByRole('button', { name: 'Leave the wall display' })).toBeTruthy();
  await waitFor(() => expect(scheme()).toBe('dark'));
  fireEvent.keyDown(document, { key: 'Escape' });
  expect(await screen.findByRole('button', { name: 'Wall display' })).toBeTruthy();
  expect(scheme()).toBe(before);
  expect(location.hash).toBe('#token=abc');
});

test('the button starts a wall display in full screen, which keeps the screen on and moves every minute', async () => {
  const requestFullscreen = vi.fn(async () => {});
  const request = vi.fn(async () => ({ release: async () => {} }));
  document.documentElement.requestFullscreen = requestFullscreen;
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  await openPage('/public#token=abc', { 'public/plant': page() }, { role: 'owner', isSignedIn: false });
  const start = await screen.findByRole('button', { name: 'Wall display' });
  const transform = () => start.closest<HTMLElement>('[style*="translate"]')?.style.transform;
  expect(transform()).toBeUndefined();
  vi.useFakeTimers();
  try {
    fireEvent.click(start);
    expect(requestFullscreen).toHaveBeenCalledOnce();
    expect(request).toHaveBeenCalledWith('screen');
    expect(location.hash).toBe('#token=abc&wall=1');
    const first = transform();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(transform()).not.toBe(first);
  } finally {
    vi.useRealTimers();
    Reflect.deleteProperty(document.documentElement, 'requestFullscreen');
    Reflect.deleteProperty(navigator, 'wakeLock');
  }
});
