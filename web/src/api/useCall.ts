// The one hook that reads a call and the one that makes a change; the query cache is the client's only store.
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
import { isSignedIn, onSession } from '../session/session.ts';
import { connection, watchDataAge } from './connection.ts';
import { type ChangingPath, type FilePath, post } from './post.ts';
import { consumePreload } from './preload.ts';

/** Retries are post.ts's business, so there are none here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, gcTime: 5 * 60_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// What could not be asked meanwhile is asked at once when the connection is back.
connection.onChange(() => {
  if (!connection.isLost()) void queryClient.refetchQueries({ type: 'active' });
});

/** When the oldest answer came that is shown and would have been asked again by now; of pages without such ones the oldest of all. */
export function oldestVisibleAt(client: QueryClient): number | null {
  const shown = client.getQueryCache().findAll({ type: 'active' });
  const answered = shown.filter(
    ({ state, meta }) => state.data !== undefined && state.dataUpdatedAt > 0 && !meta?.isAside,
  );
  const live = answered.filter(({ observers }) => observers.some(({ options }) => options.refetchInterval));
  const times = (live.length > 0 ? live : answered).map(({ state }) => state.dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : null;
}
watchDataAge(
  () => oldestVisibleAt(queryClient),
  (listener) => queryClient.getQueryCache().subscribe(listener),
);

// Nothing of one reader stays in memory for the next.
onSession(() => {
  if (!isSignedIn()) queryClient.clear();
});

export const callKey = (path: Path, body: unknown): QueryKey => ['call', path, body];

export interface CallOptions {
  /** False: not asked yet. */
  enabled?: boolean;
  /** Asked again this often; for live values, in case the stream of nudges is down. */
  refetchIntervalMs?: number;
  /** How long an answer counts as new; 10 s unless said. */
  staleMs?: number;
  /** Shows the last answer while another page or filter of the same list loads. */
  keepsPrevious?: boolean;
  /** Stands beside every page: how old its answer is says nothing of what is looked at. */
  isAside?: boolean;
}

const queryOf = <P extends Exclude<Path, FilePath>>(path: P, body: Request<P>) => ({
  queryKey: callKey(path, body),
  queryFn: ({ signal }: { signal: AbortSignal }) => consumePreload(path, body) ?? post(path, body, { signal }),
});

/** Asks what `useCall` will read in a moment; what goes wrong is told there, so that this never fails. */
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
    ...(options.isAside ? { meta: { isAside: true } } : {}),
    ...(options.keepsPrevious ? { placeholderData: (previous) => previous } : {}),
  });
}

/** Answers of these calls that nobody looks at are forgotten: the next look starts over, not with what was. */
export function dropUnusedLists(client: QueryClient, paths: readonly Path[]): void {
  for (const path of paths) client.removeQueries({ queryKey: ['call', path], type: 'inactive' });
}

/** A plant is gone, and with it all that was heard of it. */
export function dropSite(client: QueryClient, sid: string): void {
  client.removeQueries({
    predicate: ({ queryKey }) => (queryKey[2] as { sid?: unknown } | undefined)?.sid === sid,
  });
}

/** Makes one change, then asks again the calls it makes old: `useChange('site/delete', ['site/listWithSN'])`. */
export function useChange<P extends ChangingPath>(
  path: P,
  makesOld: readonly Path[] = [],
): UseMutationResult<Response<P>, Error, Request<P>> {
  const client = useQueryClient();
  return useMutation<Response<P>, Error, Request<P>>({
    mutationKey: ['change', path],
    mutationFn: (body) => post(path, body, { changes: true }),
    onSuccess: () =>
      Promise.all(makesOld.map((old) => client.invalidateQueries({ queryKey: ['call', old] }))).then(() => undefined),
  });
}
