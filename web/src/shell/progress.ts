// The bar at the top while a page loads, and the reload of a navigation that never ends.
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

/** Without a connection a reload would lose even what is shown. */
function reloadIfAnswered(): void {
  if (!connection.isLost()) location.reload();
}

/** Until there is a page, the brand's mark and a bar of its own (index.html, ui/base.css) say that one is coming. */
export const isFirstPage = (): boolean => document.querySelector('.splash') !== null;

/** `reload` is called when one navigation stays loading for 20 seconds. The bar's code comes beside what the first one loads from within the portal. */
export function watchNavigation(reload: () => void = reloadIfAnswered): Navigation {
  let stuck: ReturnType<typeof setTimeout> | undefined;
  let bar: Promise<Bar> | null = null;
  let isLoading = false;
  // Without its code there is no bar, and nothing else is missing.
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
