// The plant's own today and clock, moved on while one looks; at midnight there the page turns to the new day.
import { useEffect, useState } from 'react';
import { dayIn } from '../../format/times.ts';

/** Nudges bring new values within a second; this is for when their stream is down. */
export const REFETCH_MS = 60_000;

export function useClock(everyMs = 20_000): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

/** "YYYY-MM-DD" at the plant. */
export const useToday = (timeZone: string): string => dayIn(useClock(), timeZone);
