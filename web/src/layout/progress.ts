// The bar at the top while a page loads, and the reload of a navigation that never ends.
import { BProgress } from '@bprogress/core';

const STUCK_AFTER_MS = 20_000;

export interface Navigation {
  begins(): void;
  ends(): void;
}

/** `reload` is called when one navigation stays loading for 20 seconds. */
export function watchNavigation(reload: () => void = () => location.reload()): Navigation {
  BProgress.configure({ minimum: 0.3, speed: 1000, trickleSpeed: 200, showSpinner: false });
  let stuck: ReturnType<typeof setTimeout> | undefined;
  return {
    begins() {
      clearTimeout(stuck);
      stuck = setTimeout(reload, STUCK_AFTER_MS);
      BProgress.start();
    },
    ends() {
      clearTimeout(stuck);
      BProgress.done();
    },
  };
}
