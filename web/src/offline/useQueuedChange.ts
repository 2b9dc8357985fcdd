// Hook for a change that can be made without a connection.
import type { Request, Response } from '@heliograph/contract/calls.ts';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { queryClient } from '../api/useCall.ts';
import { makeOrStore, startOutbox } from './browserOutbox.ts';
import { OUTBOX_CALLS, type OutboxPath } from './outboxCalls.ts';

/** As `useChange`; without a connection the change is stored, and the answer is null. `placeOf`: name of the plant that a change is about. `draft`: what was typed, for a form that is corrected. */
export function useQueuedChange<P extends OutboxPath>(
  path: P,
  placeOf: (body: Request<P>) => string,
  draft?: () => unknown,
): UseMutationResult<Response<P> | null, Error, Request<P>> {
  return useMutation<Response<P> | null, Error, Request<P>>({
    mutationKey: ['change', path],
    mutationFn: (body) => {
      startOutbox();
      return makeOrStore({ path, body, place: placeOf(body), draft: draft?.() });
    },
    onSuccess: async (answer) => {
      if (answer === null) return;
      await Promise.all(
        OUTBOX_CALLS[path].stale.map((stale) => queryClient.invalidateQueries({ queryKey: ['call', stale] })),
      );
    },
  });
}
