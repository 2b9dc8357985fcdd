// When a page's frames came, and what that says: how far apart they are, and how many were left out.
import { percentile } from './world.ts';

const FRAME_MS = 1000 / 60;

/** In the page: when each frame came, one after the other. */
export const COUNT_FRAMES = `
  window.frames = [];
  const next = (now) => { frames.push(now); requestAnimationFrame(next); };
  requestAnimationFrame(next);`;

export interface Frames {
  count: number;
  p50: number;
  p95: number;
  /** That a screen of sixty a second would have shown besides. */
  dropped: number;
  /** 0..1 of all that it would have shown. */
  droppedShare: number;
}

/** Of moments in ms. */
export function framesOf(at: readonly number[]): Frames {
  const apart = at.slice(1).map((ms, n) => ms - at[n]!);
  const dropped = apart.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
  return {
    count: at.length,
    p50: percentile(apart, 0.5),
    p95: percentile(apart, 0.95),
    dropped,
    droppedShare: dropped / Math.max(1, apart.length + dropped),
  };
}

export const tellFrames = ({ count, p50, p95, dropped }: Frames): string =>
  `${count}, ${p50.toFixed(1)} / ${p95.toFixed(1)}, ${dropped}`;
