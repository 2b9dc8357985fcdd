// Shown in place of a page that could not be loaded or that broke while it was drawn.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../components/ErrorState.tsx';
import { isLoadFailure, showTip } from './tip.ts';

export function RouteFailure({ error, reset }: { error: unknown; reset?: () => void }) {
  const router = useRouter();
  const isStale = error instanceof Error && isLoadFailure(error.message);
  useEffect(() => {
    if (isStale) showTip();
    else console.error(error);
  }, [isStale, error]);
  if (isStale) return null;
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        reset?.();
        void router.invalidate();
      }}
    />
  );
}
