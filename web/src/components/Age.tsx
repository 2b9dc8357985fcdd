// How old a value is, counted on while one looks: "40 s ago".
import { isStale } from '@heliograph/contract/freshness.ts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ageOf } from '../format/ages.ts';
import { dateTime, msOf } from '../format/times.ts';

/** Now in milliseconds, moved on every second while the value is younger than a minute, else every half minute. */
export function useNow(at: string | number | null | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  const ms = msOf(at);
  const isYoung = ms !== null && now - ms < 60_000;
  useEffect(() => {
    if (ms === null) return;
    // What was drawn this very second stands: a page that has just come is not drawn twice.
    setNow((before) => (Date.now() - before < 1000 ? before : Date.now()));
    const timer = setInterval(() => setNow(Date.now()), isYoung ? 1000 : 30_000);
    return () => clearInterval(timer);
  }, [ms, isYoung]);
  return now;
}

/** Older than three uploads of the device it came from is not live any more; the server judges by the same. Whoever asks is drawn again when the answer changes, and not with each second. */
export function useIsStale(at: string | number | null | undefined, uploadEveryS: number): boolean {
  const [now, setNow] = useState(() => Date.now());
  const ms = msOf(at);
  useEffect(() => {
    if (ms === null) return;
    const isSame = (one: number, other: number) => isStale(ms, one, uploadEveryS) === isStale(ms, other, uploadEveryS);
    const look = () => setNow((before) => (isSame(before, Date.now()) ? before : Date.now()));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [ms, uploadEveryS]);
  return ms === null || isStale(ms, now, uploadEveryS);
}

/** `at`: ISO text or epoch seconds; the whole time is in the tooltip, in the plant's zone. */
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
    >
      {text}
    </time>
  );
}
