// The age of the shown data, and removal of cached answers of a deleted plant.
import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { callKey, dropSite, dropUnusedLists, oldestVisibleAt } from './useCall.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Caches an answer of the time `at` and observes it. */
function show(
  client: QueryClient,
  path: Parameters<typeof callKey>[0],
  at: number,
  extra: Partial<QueryObserverOptions> = {},
) {
  const queryKey = callKey(path, { sid: 'A' });
  client.setQueryData(queryKey, {}, { updatedAt: at });
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => ({}),
    staleTime: Number.POSITIVE_INFINITY,
    ...extra,
  });
  stops.push(observer.subscribe(() => undefined));
}

test('data are as old as the oldest shown answer that is refetched automatically', () => {
  const client = new QueryClient();
  expect(oldestVisibleAt(client)).toBeNull();
  show(client, 'site/detail', 1000);
  expect(oldestVisibleAt(client)).toBe(1000);
  show(client, 'site/overview', 5000, { refetchInterval: 60_000 });
  show(client, 'site/statistics/echarts', 4000, { refetchInterval: 60_000 });
  // Not observed.
  client.setQueryData(callKey('site/listWithSN', {}), {}, { updatedAt: 2000 });
  expect(oldestVisibleAt(client)).toBe(4000);
});

test('the answers of a deleted plant and unused lists are removed from the cache', () => {
  const client = new QueryClient();
  const [mine, other] = ['A', 'B'].map((sid) => callKey('site/overview', { sid }));
  const [list, devices] = [callKey('site/listWithSN', { page: 2 }), callKey('device/list', {})];
  for (const key of [mine!, other!, list!, devices!]) client.setQueryData(key, {});
  dropUnusedLists(client, ['site/listWithSN']);
  dropSite(client, 'A');
  expect([mine, other, list, devices].map((key) => client.getQueryData(key!) !== undefined)).toEqual([
    false,
    true,
    false,
    true,
  ]);
});
