// Plants by status as a ring with a list; each part and row links to its plants.
import { STATUS } from '@heliograph/contract/statuses.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { full } from '../../format/numbers.ts';
import { links } from '../../links.ts';
import { CountList } from './CountList.tsx';
import classes from './dashboard.module.css';

const PARTS = ['alert', 'offline', 'online', 'asleep', 'uncommissioned', 'notRegistered'] as const;
type Part = (typeof PARTS)[number];
const COLORS: Record<Part, string> = {
  alert: 'var(--fault)',
  offline: 'var(--offline)',
  online: 'var(--ok)',
  asleep: 'var(--border-strong)',
  // Paler than faults, but still visible on the track.
  uncommissioned: 'color-mix(in srgb, var(--offline) 60%, var(--surface))',
  notRegistered: 'var(--warning)',
};
const RADIUS = 60;
const STROKE = 18;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** Gap between two parts, in units of the circumference. */
const GAP = 2;

interface Props {
  statusMap: Readonly<Record<string, number>>;
  asleep: number;
}

export function StatusRing({ statusMap, asleep }: Props) {
  const { t } = useTranslation();
  const countOf = (part: Part): number => {
    if (part === 'asleep') return asleep;
    const count = statusMap[String(STATUS[part])] ?? 0;
    return part === 'online' ? count - asleep : count;
  };
  const parts = PARTS.map((part) => ({ part, count: countOf(part) }));
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  const visible = parts.filter(({ part, count }) => count > 0 || (part !== 'asleep' && part !== 'notRegistered'));
  const only = parts.filter(({ count }) => count > 0).length === 1;
  let from = 0;
  return (
    <div className={classes.ringed}>
      <svg viewBox="0 0 160 160" className={classes.ring} aria-hidden>
        <circle cx={80} cy={80} r={RADIUS} fill="none" stroke="var(--hover)" strokeWidth={STROKE} />
        {parts.map(({ part, count }) => {
          if (count === 0) return null;
          const length = (CIRCUMFERENCE * count) / total;
          const begin = from;
          from += length;
          const drawn = only ? length : Math.max(1, length - GAP);
          return (
            // Serves pointers only; keyboards and screen readers use the link in the list.
            <Link key={part} {...links.sites({ status: part })} tabIndex={-1}>
              <circle
                cx={80}
                cy={80}
                r={RADIUS}
                fill="none"
                stroke={COLORS[part]}
                strokeWidth={STROKE}
                strokeDasharray={`${drawn} ${CIRCUMFERENCE - drawn}`}
                strokeDashoffset={-begin}
                transform="rotate(-90 80 80)"
              />
            </Link>
          );
        })}
        <text x={80} y={78} className={classes.ringTotal}>
          {full(total, 0)}
        </text>
        <text x={80} y={98} className={classes.ringWord}>
          {t('dashboard.plantsWord', { count: total })}
        </text>
      </svg>
      <CountList
        label={t('dashboard.byStatus')}
        rows={visible.map(({ part, count }) => ({
          key: part,
          label: t(`state.${part}`),
          count,
          color: COLORS[part],
          to: links.sites({ status: part }),
        }))}
      />
    </div>
  );
}
