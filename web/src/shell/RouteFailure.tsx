// Shown in place of a page that failed to load or to render; a page that lacks only a connection is loaded automatically when it returns.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { connection } from '../api/connection.ts';
import { isUnanswered } from '../api/failures.ts';
import { whyNotLoaded } from '../api/loading.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { NotLoaded } from '../components/NotLoaded.tsx';
import { isLoadFailure, showTip } from './tip.ts';

const MAX_ATTEMPTS = 3;
const WAIT_MS = 1000;
/** Consecutive failures of pages although the server answers. */
let consecutiveFailures = 0;
/** The page is being reloaded and runs on until the new one has loaded. */
let isReloading = false;

/** Returns whether a reload may help. A reload loses nothing: the address stays, and unfinished forms are stored. */
const mayReload = (message: string): Promise<boolean> =>
  import('./freshStart.ts').then(
    ({ mayStartAfresh }) => mayStartAfresh(message),
    () => false,
  );

interface Props {
  error: unknown;
  reset?: () => void;
  reload?: () => void;
}

export function RouteFailure({ error, reset, reload = () => location.reload() }: Props) {
  const router = useRouter();
  const isFile = error instanceof Error && isLoadFailure(error.message);
  const isWaiting = isFile || isUnanswered(error);
  const [isBroken, setBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per error
  useEffect(() => {
    if (!isWaiting) return console.error(error);
    let isUnmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const diagnose = async () => {
      const why = await whyNotLoaded();
      if (isUnmounted) return;
      if (why === 'outdated') return isFile ? showTip() : reloadRoute();
      if (why === 'lost') {
        await connection.whenBack();
        consecutiveFailures = 0;
        if (!isUnmounted) reloadRoute();
      } else if (++consecutiveFailures < MAX_ATTEMPTS) timer = setTimeout(reloadRoute, WAIT_MS);
      else if (isReloading) return;
      else if (isFile && (await mayReload(error.message))) {
        // Another error may have triggered the reload meanwhile.
        if (!isReloading) reload();
        isReloading = true;
      } else {
        if (isFile) showTip();
        if (!isUnmounted) setBroken(true);
      }
    };
    void diagnose();
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [error]);
  const reloadRoute = () => {
    reset?.();
    void router.invalidate();
  };
  if (isWaiting && !isBroken) return <NotLoaded />;
  const retry = () => {
    consecutiveFailures = 0;
    if (isFile) reload();
    else reloadRoute();
  };
  return <ErrorState error={error} onRetry={retry} />;
}
