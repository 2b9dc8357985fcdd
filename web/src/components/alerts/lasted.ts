// Formats a duration in its two largest units: "3 d 4 h", "20 min".
import { full } from '../../format/numbers.ts';

type Text = (key: 'alerts.days' | 'alerts.hours' | 'alerts.minutes', values: { n: string }) => string;

export function formatDuration(seconds: number, t: Text): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const parts = [
    ['alerts.days', Math.floor(minutes / 1440)],
    ['alerts.hours', Math.floor(minutes / 60) % 24],
    ['alerts.minutes', minutes % 60],
  ] as const;
  const first = parts.findIndex(([, n]) => n > 0);
  return parts
    .slice(first, first + 2)
    .filter(([, n]) => n > 0)
    .map(([key, n]) => t(key, { n: full(n, 0) }))
    .join(' ');
}
