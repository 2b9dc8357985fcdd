// Plays a day frame by frame at a number of slots per second, pauses at its end, and can be moved to any slot.
import { useCallback, useEffect, useRef, useState } from 'react';

/** Five-minute slots per second. */
export const SPEEDS = [1, 2, 5, 10, 20, 30, 60] as const;
/** Interval of updates to the text next to the canvas during playback. */
export const TEXT_INTERVAL_MS = 250;

interface Options {
  first: number;
  last: number;
  start: number;
  /** Draws a moment: slot plus the fraction up to the next slot. */
  show: (position: number) => void;
}

export function usePlayer({ first, last, start, show }: Options) {
  const position = useRef(start);
  const [slot, setSlot] = useState(start);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(5);
  const latestShow = useRef(show);
  latestShow.current = show;

  const goTo = useCallback((next: number) => {
    position.current = next;
    setSlot(Math.floor(next));
    latestShow.current(next);
  }, []);

  useEffect(() => {
    if (!isPlaying) return;
    let previousMs = performance.now();
    let textAt = previousMs;
    let frame = requestAnimationFrame(function play(now) {
      // A page that was in the background resumes at its last position.
      const elapsedMs = Math.min(now - previousMs, 200);
      previousMs = now;
      const next = Math.min(last, position.current + (elapsedMs / 1000) * speed);
      position.current = next;
      latestShow.current(next);
      if (next >= last) {
        setPlaying(false);
        return;
      }
      if (now - textAt > TEXT_INTERVAL_MS) {
        textAt = now;
        setSlot(Math.floor(next));
      }
      frame = requestAnimationFrame(play);
    });
    return () => {
      cancelAnimationFrame(frame);
      setSlot(Math.floor(position.current));
    };
  }, [isPlaying, speed, last]);

  return {
    position,
    slot,
    isPlaying,
    speed,
    setSpeed,
    goTo,
    toggle: useCallback(() => {
      if (!isPlaying && position.current >= last) goTo(first);
      setPlaying(!isPlaying);
    }, [isPlaying, first, last, goTo]),
    step: useCallback(
      (by: 1 | -1) => {
        setPlaying(false);
        goTo(Math.min(last, Math.max(first, Math.floor(position.current) + by)));
      },
      [first, last, goTo],
    ),
    reset: useCallback(() => {
      setPlaying(false);
      goTo(first);
    }, [first, goTo]),
  };
}
