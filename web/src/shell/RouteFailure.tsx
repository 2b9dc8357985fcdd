// Shown in place of a page that could not be loaded or that broke while it was drawn; one that lacks only a connection comes by itself.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { connection } from '../api/connection.ts';
import { isUnanswered } from '../api/failures.ts';
import { whyNotLoaded } from '../api/loading.ts';
import { ErrorState } from '../components/ErrorState.tsx';
import { NotLoaded } from '../components/NotLoaded.tsx';
import { isLoadFailure, showTip } from './tip.ts';

const TRIES = 3;
const WAIT_MS = 1000;
/** Pages that failed one after the other although the server answers. */
let brokenInARow = 0;
/** The page is being reloaded; it goes on until the new one is there. */
let isStarting = false;

/** Here is nothing that a reload could lose: the address stays, and unfinished forms are kept. */
const startsAfresh = (message: string): Promise<boolean> =>
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
  const waits = isFile || isUnanswered(error);
  const [isBroken, setBroken] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one look at each error
  useEffect(() => {
    if (!waits) return console.error(error);
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      const why = await whyNotLoaded();
      if (isGone) return;
      if (why === 'outdated') return isFile ? showTip() : again();
      if (why === 'lost') {
        await connection.whenBack();
        brokenInARow = 0;
        if (!isGone) again();
      } else if (++brokenInARow < TRIES) timer = setTimeout(again, WAIT_MS);
      else if (isStarting) return;
      else if (isFile && (await startsAfresh(error.message))) {
        // An error that came meanwhile was told the same.
        if (!isStarting) reload();
        isStarting = true;
      } else if (!isGone) setBroken(true);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [error]);
  const again = () => {
    reset?.();
    void router.invalidate();
  };
  if (waits && !isBroken) return <NotLoaded />;
  const retry = () => {
    brokenInARow = 0;
    if (isFile) reload();
    else again();
  };
  return <ErrorState error={error} onRetry={retry} />;
}
