// The hooks that read a call and make a change; the query cache is the client's only store.
import type { Path, Request, Response } from '@heliograph/contract/calls.ts';
import {
  QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { isOtherUser, isSignedIn, onSession, session } from '../session/session.ts';
import { connection, watchDataAge } from './connection.ts';
import { type ChangingPath, type FilePath, post } from './post.ts';
import { consumePreload } from './preload.ts';

/** Query cache without retries: post.ts retries. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, gcTime: 5 * 60_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Fetches at once what could not be fetched while the connection was lost.
connection.onChange(() => {
  if (!connection.isLost()) void queryClient.refetchQueries({ type: 'active' });
});

/** Returns the time (epoch ms) of the oldest shown answer that is refetched periodically, or of the oldest shown answer when none is; null when nothing is shown. */
export function oldestVisibleAt(client: QueryClient): number | null {
  const active = client.getQueryCache().findAll({ type: 'active' });
  const answered = active.filter(
    ({ state, meta }) => state.data !== undefined && state.dataUpdatedAt > 0 && !meta?.isBackground,
  );
  const live = answered.filter(({ observers }) => observers.some(({ options }) => options.refetchInterval));
  const times = (live.length > 0 ? live : answered).map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : null;
}
watchDataAge(
  () => oldestVisibleAt(queryClient),
  (listener) => queryClient.getQueryCache().subscribe(listener),
);

// Clears the answers of one user before the next signs in, and ends requests whose answers would come for the wrong one.
let { info: user } = session();
onSession(() => {
  const { info } = session();
  if (!isSignedIn()) queryClient.clear();
  else if (user && isOtherUser(info, user)) queryClient.getQueryCache().clear();
  user = info;
});

export const callKey = (path: Path, body: unknown): QueryKey => ['call', path, body];

export interface CallOptions {
  /** False: not requested yet. */
  enabled?: boolean;
  /** Refetch interval; for live values, in case the notification stream is down. */
  refetchIntervalMs?: number;
  /** Time for which an answer counts as new; 10 s by default. */
  staleMs?: number;
  /** Shows the last answer while another page or filter of the same list loads. */
  keepsPrevious?: boolean;
  /** Shown next to every page: its age does not count for the age of the page's data. */
  isBackground?: boolean;
}

const queryOf = <P extends Exclude<Path, FilePath>>(path: P, body: Request<P>) => ({
  queryKey: callKey(path, body),
  queryFn: ({ signal }: { signal: AbortSignal }) => consumePreload(path, body) ?? post(path, body, { signal }),
});

/** Prefetches a call for `useCall`. Never rejects: `useCall` reports the error. */
export function prefetchCall<P extends Exclude<Path, FilePath>>(path: P, body: Request<P>): Promise<void> {
  return queryClient.prefetchQuery<Response<P>>(queryOf(path, body));
}

/** Reads one call: `const overview = useCall('site/overview', { sid })`. */
export function useCall<P extends Exclude<Path, FilePath>>(
  path: P,
  body: Request<P>,
  options: CallOptions = {},
): UseQueryResult<Response<P>, Error> {
  return useQuery<Response<P>, Error, Response<P>, QueryKey>({
    ...queryOf(path, body),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchIntervalMs ?? false,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.isBackground ? { meta: { isBackground: true } } : {}),
    ...(options.keepsPrevious ? { placeholderData: (previous) => previous } : {}),
  });
}

/** Removes the unobserved answers of these calls, so that the next page starts without stale data. */
export function dropUnusedLists(client: QueryClient, paths: readonly Path[]): void {
  for (const path of paths) client.removeQueries({ queryKey: ['call', path], type: 'inactive' });
}

/** Removes every answer about a plant. */
export function dropSite(client: QueryClient, sid: string): void {
  client.removeQueries({
    predicate: ({ queryKey }) => (queryKey[2] as { sid?: unknown } | undefined)?.sid === sid,
  });
}

/** Makes one change, then refetches the calls that it makes stale: `useChange('site/delete', ['site/listWithSN'])`. */
export function useChange<P extends ChangingPath>(
  path: P,
  stalePaths: readonly Path[] = [],
): UseMutationResult<Response<P>, Error, Request<P>> {
  const client = useQueryClient();
  return useMutation<Response<P>, Error, Request<P>>({
    mutationKey: ['change', path],
    mutationFn: (body) => post(path, body, { changes: true }),
    onSuccess: () =>
      Promise.all(stalePaths.map((stale) => client.invalidateQueries({ queryKey: ['call', stale] }))).then(
        () => undefined,
      ),
  });
}
