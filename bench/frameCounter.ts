// Analyses the times of a page's frames: intervals and dropped frames.
import { percentile } from './world.ts';

const FRAME_MS = 1000 / 60;

/** Runs in the page: records the time of every frame. */
export const COUNT_FRAMES = `
  window.frames = [];
  const next = (now) => { frames.push(now); requestAnimationFrame(next); };
  requestAnimationFrame(next);`;

export interface Frames {
  count: number;
  p50: number;
  p95: number;
  /** Frames that a screen with sixty frames a second would have shown in addition. */
  dropped: number;
  /** Share of dropped frames among all frames that such a screen would have shown, 0 to 1. */
  droppedShare: number;
}

/** `at`: times of frames in ms. */
export function framesOf(at: readonly number[]): Frames {
  const intervals = at.slice(1).map((ms, n) => ms - at[n]!);
  const dropped = intervals.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / FRAME_MS) - 1), 0);
  return {
    count: at.length,
    p50: percentile(intervals, 0.5),
    p95: percentile(intervals, 0.95),
    dropped,
    droppedShare: dropped / Math.max(1, intervals.length + dropped),
  };
}

export const formatFrames = ({ count, p50, p95, dropped }: Frames): string =>
  `${count}, ${p50.toFixed(1)} / ${p95.toFixed(1)}, ${dropped}`;
