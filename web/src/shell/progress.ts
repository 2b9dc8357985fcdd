// The progress bar while a page loads, and the reload of a navigation that never ends.
import { connection } from '../api/connection.ts';

const STUCK_AFTER_MS = 20_000;

export interface Navigation {
  begins(): void;
  ends(): void;
}

type Bar = typeof import('@bprogress/core').BProgress;

async function loadBar(): Promise<Bar> {
  const { BProgress } = await import('@bprogress/core');
  return BProgress.configure({ minimum: 0.3, speed: 1000, trickleSpeed: 200, showSpinner: false });
}

/** Reloads only with a connection: without one a reload would lose even the shown page. */
function reloadIfAnswered(): void {
  if (!connection.isLost()) location.reload();
}

/** Returns whether no page was shown yet: the splash screen with its own bar (index.html, ui/base.css) is still there. */
export const isFirstPage = (): boolean => document.querySelector('.splash') !== null;

/** Calls `reload` when one navigation takes 20 seconds. The bar's code is loaded together with the first navigation within the portal. */
export function watchNavigation(reload: () => void = reloadIfAnswered): Navigation {
  let stuck: ReturnType<typeof setTimeout> | undefined;
  let bar: Promise<Bar> | null = null;
  let isLoading = false;
  // If its code fails to load there is no bar, and nothing else is affected.
  const withBar = (use: (loaded: Bar) => void) => void bar?.then(use).catch(() => undefined);
  return {
    begins() {
      clearTimeout(stuck);
      stuck = setTimeout(reload, STUCK_AFTER_MS);
      isLoading = true;
      if (isFirstPage()) return;
      bar ??= loadBar();
      withBar((loaded) => {
        if (isLoading) loaded.start();
      });
    },
    ends() {
      clearTimeout(stuck);
      isLoading = false;
      withBar((loaded) => loaded.done());
    },
  };
}
