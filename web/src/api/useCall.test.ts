// What the query cache says of what is shown, and what it forgets of a plant that is gone.
import { QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { callKey, dropSite, dropUnusedLists, oldestVisibleAt } from './useCall.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Answered at `at`, and shown. */
function show(
  client: QueryClient,
  path: Parameters<typeof callKey>[0],
  at: number,
  more: Partial<QueryObserverOptions> = {},
) {
  const queryKey = callKey(path, { sid: 'A' });
  client.setQueryData(queryKey, {}, { updatedAt: at });
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => ({}),
    staleTime: Number.POSITIVE_INFINITY,
    ...more,
  });
  stops.push(observer.subscribe(() => undefined));
}

test('data are as old as the oldest answer that is shown and would be asked again by itself', () => {
  const client = new QueryClient();
  expect(oldestVisibleAt(client)).toBeNull();
  show(client, 'site/detail', 1000);
  expect(oldestVisibleAt(client)).toBe(1000);
  show(client, 'site/overview', 5000, { refetchInterval: 60_000 });
  show(client, 'site/statistics/echarts', 4000, { refetchInterval: 60_000 });
  // Nobody looks at it.
  client.setQueryData(callKey('site/listWithSN', {}), {}, { updatedAt: 2000 });
  expect(oldestVisibleAt(client)).toBe(4000);
});

test('of a deleted plant nothing stays, and no list that nobody looks at', () => {
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
