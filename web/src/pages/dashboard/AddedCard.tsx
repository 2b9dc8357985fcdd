// Plants or users added within the last seven days or twelve weeks: a chart, and a link to the list behind its sum.
import { SegmentedControl } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { full } from '../../format/numbers.ts';
import { dayText, shortDay } from '../../format/times.ts';
import { type Destination, links } from '../../links.ts';
import { Card } from '../../ui/Card.tsx';
import { CountChart } from './CountChart.tsx';
import classes from './dashboard.module.css';
import { type DashboardSearch, readDashboardSearch } from './dashboardSearch.ts';

export interface Added {
  days: readonly { day: string; count: number }[];
  weeks: readonly { from: string; to: string; count: number }[];
}

const hasBars = (slots: readonly { count: number }[]): boolean => slots.filter(({ count }) => count > 0).length > 1;
/** Whether there is more than one bar to draw; a number alone needs no chart. */
export const isDrawn = (added: Added | undefined): boolean =>
  added !== undefined && (hasBars(added.days) || hasBars(added.weeks));

interface Props {
  title: string;
  /** Label of the series, such as "Plants". */
  seriesLabel: string;
  added: Added | undefined;
  timeZone: string;
  /** Returns the list of those added since a day, without an upper bound, as it may already be tomorrow elsewhere. */
  listOf?: (from: string) => Destination;
  /** Height of the chart; by default that of a few neighbouring rows. */
  height?: number;
  /** Further controls in the header. */
  controls?: React.ReactNode;
  error?: unknown;
  onRetry?: () => void;
}

/** Returns the search parameters and a function that changes them. */
export function useDashboardSearch(): [DashboardSearch, (change: DashboardSearch) => void] {
  const search = readDashboardSearch(useSearch({ from: '/signedIn/dashboard' }));
  const navigate = useNavigate();
  return [
    search,
    (change) => void navigate({ ...links.dashboard({ ...search, ...change }), replace: true, resetScroll: false }),
  ];
}

export function AddedCard({ title, seriesLabel, added, timeZone, listOf, controls, ...rest }: Props) {
  const { t } = useTranslation();
  const [search, change] = useDashboardSearch();
  // One of both has nothing to draw: there is no choice.
  const only = added && (!hasBars(added.days) ? 'week' : !hasBars(added.weeks) ? 'day' : undefined);
  const by = only ?? search.by ?? 'day';
  const slots = useMemo(
    () =>
      by === 'week'
        ? added?.weeks.map(({ from, to, count }) => ({
            period: from,
            label: shortDay(from),
            count,
            longLabel: t('dashboard.fromTo', { from: dayText(from), to: dayText(to) }),
          }))
        : added?.days.map(({ day, count }) => ({ period: day, label: shortDay(day), longLabel: dayText(day), count })),
    [added, by, t],
  );
  const total = slots?.reduce((sum, { count }) => sum + count, 0);
  const from = slots?.[0]?.period;
  const range = t(by === 'week' ? 'dashboard.weeks12' : 'dashboard.days7');
  const sum = total === undefined ? '' : t(`dashboard.added.${by}`, { n: full(total, 0) });
  return (
    <Card
      title={title}
      className={classes.added}
      side={
        <div className={classes.choices}>
          {controls}
          {only === undefined && (
            <SegmentedControl
              size="xs"
              aria-label={t('dashboard.range')}
              value={by}
              onChange={(value) => change({ by: value === 'week' ? 'week' : undefined })}
              data={[
                { value: 'day', label: t('dashboard.days7') },
                { value: 'week', label: t('dashboard.weeks12') },
              ]}
            />
          )}
        </div>
      }
    >
      <CountChart slots={slots} seriesLabel={seriesLabel} name={title} range={range} timeZone={timeZone} {...rest} />
      <p className={`${classes.sum} num`}>
        {listOf && from && total ? <Link {...listOf(from)}>{sum}</Link> : sum || '\u00a0'}
      </p>
    </Card>
  );
}
