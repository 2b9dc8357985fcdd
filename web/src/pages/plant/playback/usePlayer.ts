// Plays a day: so many slots a second, frame by frame; pauses at its end, and stands where one puts it.
import { useCallback, useEffect, useRef, useState } from 'react';

/** Slots of five minutes a second. */
export const SPEEDS = [1, 2, 5, 10, 20, 30, 60] as const;
/** While it plays, the text beside the canvas changes this often. */
export const TEXT_INTERVAL_MS = 250;

interface Options {
  first: number;
  last: number;
  start: number;
  /** Draws a moment: a slot, and its part up to the next. */
  show: (position: number) => void;
}

export function usePlayer({ first, last, start, show }: Options) {
  const position = useRef(start);
  const [slot, setSlot] = useState(start);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(5);
  const shown = useRef(show);
  shown.current = show;

  const goTo = useCallback((next: number) => {
    position.current = next;
    setSlot(Math.floor(next));
    shown.current(next);
  }, []);

  useEffect(() => {
    if (!isPlaying) return;
    let before = performance.now();
    let textAt = before;
    let frame = requestAnimationFrame(function play(now) {
      // A page that was in the background goes on from where it was.
      const passed = Math.min(now - before, 200);
      before = now;
      const next = Math.min(last, position.current + (passed / 1000) * speed);
      position.current = next;
      shown.current(next);
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
