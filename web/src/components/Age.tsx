// Age of a value, updated while it is shown: "40 s ago".
import { isStale } from '@heliograph/contract/freshness.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageOf } from '../format/ages.ts';
import { dateTime, msOf } from '../format/times.ts';

/** Returns the current time in milliseconds, updated every second while the value is younger than a minute, else every half minute. */
export function useNow(at: string | number | null | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const ms = msOf(at);
  const isYoung = ms !== null && now - ms < 60_000;
  useEffect(() => {
    if (ms === null) return;
    // Keeps a time of this second, so that a new page is not rendered twice.
    setNow((before) => (Date.now() - before < 1000 ? before : Date.now()));
    const timer = setInterval(() => setNow(Date.now()), isYoung ? 1000 : 30_000);
    return () => clearInterval(timer);
  }, [ms, isYoung]);
  return now;
}

/** Returns whether a value is stale: older than three uploads of its device, the same rule as on the server. Renders the component again when the answer changes, not every second. */
export function useIsStale(at: string | number | null | undefined, uploadEveryS: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  const ms = msOf(at);
  useEffect(() => {
    if (ms === null) return;
    const isSame = (one: number, other: number) => isStale(ms, one, uploadEveryS) === isStale(ms, other, uploadEveryS);
    const update = () => setNow((before) => (isSame(before, Date.now()) ? before : Date.now()));
    update();
    const timer = setInterval(update, 1000);
    return () => clearInterval(timer);
  }, [ms, uploadEveryS]);
  return ms === null || isStale(ms, now, uploadEveryS);
}

/** `at`: ISO text or epoch seconds; the tooltip shows the full time in the plant's zone. */
export function Age({ at, timeZone }: { at: string | number | null | undefined; timeZone?: string }) {
  const { t } = useTranslation();
  const age = ageOf(at, useNow(at), timeZone);
  const ms = msOf(at);
  const text = 'text' in age ? age.text : t(age.key, { ...age });
  return (
    <time
      dateTime={ms === null ? undefined : new Date(ms).toISOString()}
      title={dateTime(at, timeZone)}
      className="num"
      // Within a live region, a screen reader would speak it every second.
      aria-live="off"
    >
      {text}
    </time>
  );
}
