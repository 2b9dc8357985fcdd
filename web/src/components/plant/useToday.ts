// The plant's own day and the current time, updated while the page is open; at the plant's midnight the page moves to the new day.
import { useEffect, useState } from 'react';
import { dayIn } from '../../format/times.ts';

/** Refetch interval for when the notification stream is down, which otherwise triggers updates within a second. */
export const REFETCH_MS = 60_000;

export function useClock(everyMs = 20_000): number {
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}

/** Returns today's date at the plant, "YYYY-MM-DD". */
export const useToday = (timeZone: string): string => dayIn(useClock(), timeZone);
