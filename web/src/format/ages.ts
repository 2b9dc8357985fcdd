// Time since an instant, as text.
import { locale } from '../i18n/language.ts';
import { dateOf, dayIn, type Instant, msOf, time } from './times.ts';

/** An age as a key of the catalogue's `age` part, or a date once it is older than yesterday. */
export type Age =
  | { key: 'age.now' | 'age.never' }
  | { key: 'age.seconds' | 'age.minutes' | 'age.hours'; count: number }
  | { key: 'age.yesterday'; time: string }
  | { text: string };

export function ageOf(at: Instant, nowMs: number, timeZone?: string, language = locale): Age {
  const ms = msOf(at);
  if (ms === null) return { key: 'age.never' };
  const seconds = Math.round((nowMs - ms) / 1000);
  if (seconds < 5) return { key: 'age.now' };
  if (seconds < 60) return { key: 'age.seconds', count: seconds };
  if (seconds < 3600) return { key: 'age.minutes', count: Math.floor(seconds / 60) };
  if (seconds < 12 * 3600) return { key: 'age.hours', count: Math.floor(seconds / 3600) };
  const day = new Date(`${dayIn(ms, timeZone)}T00:00:00Z`).getTime();
  const today = new Date(`${dayIn(nowMs, timeZone)}T00:00:00Z`).getTime();
  if (day === today) return { key: 'age.hours', count: Math.floor(seconds / 3600) };
  if (today - day === 86_400_000) return { key: 'age.yesterday', time: time(at, timeZone, language) };
  return { text: dateOf(at, timeZone, language) };
}
