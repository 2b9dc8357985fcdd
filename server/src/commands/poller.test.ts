import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPoller } from './poller.ts';

const unexpected = (error: unknown): never => expect.fail(String(error));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('wake-ups at the same moment share one run', async () => {
  const work = vi.fn(async () => {});
  const poller = openPoller(work, unexpected);
  for (let n = 0; n < 3; n++) poller.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(1);
  await poller.close();
});

test('the job runs every second without a wake-up', async () => {
  const work = vi.fn(async () => {});
  const poller = openPoller(work, unexpected);
  poller.wake();
  await vi.advanceTimersByTimeAsync(2_100);
  expect(work).toHaveBeenCalledTimes(3);
  await poller.close();
});

test('a wake-up during a run starts the next run soon after it, never concurrently', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = vi.fn(() => promise);
  const poller = openPoller(work, unexpected);
  poller.wake();
  await vi.advanceTimersByTimeAsync(100);
  poller.wake();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(2);
  await poller.close();
});

test('a failed run is reported, and the next one waits for five seconds unless it is woken', async () => {
  const work = vi.fn(async () => {
    throw new Error('the database is unavailable');
  });
  const onError = vi.fn();
  const poller = openPoller(work, onError);
  poller.wake();
  await vi.advanceTimersByTimeAsync(4_000);
  expect([work.mock.calls.length, onError.mock.calls.length]).toEqual([1, 1]);
  poller.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(3);
  await poller.close();
});

test('closing aborts the signal of the current run, waits for it and starts no other', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isAborted = false;
  const work = vi.fn((signal: AbortSignal) => {
    signal.addEventListener('abort', () => {
      isAborted = true;
      resolve();
    });
    return promise;
  });
  const poller = openPoller(work, unexpected);
  poller.wake();
  await vi.advanceTimersByTimeAsync(100);
  await poller.close();
  poller.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect([isAborted, work.mock.calls.length]).toEqual([true, 1]);
});
