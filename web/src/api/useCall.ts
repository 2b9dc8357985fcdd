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
import { type ChangingPath, post } from './post.ts';

/** Retries are post.ts's business, so there are none here. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, gcTime: 5 * 60_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

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
}

/** Reads one call: `const overview = useCall('site/overview', { sid })`. */
export function useCall<P extends Path>(
  path: P,
  body: Request<P>,
  options: CallOptions = {},
): UseQueryResult<Response<P>, Error> {
  return useQuery<Response<P>, Error, Response<P>, QueryKey>({
    queryKey: callKey(path, body),
    queryFn: ({ signal }) => post(path, body, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchIntervalMs ?? false,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepsPrevious ? { placeholderData: (previous) => previous } : {}),
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
