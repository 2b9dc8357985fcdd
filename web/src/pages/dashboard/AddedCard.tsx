// What was added on the last seven days or in the last twelve weeks: a chart, and the list behind its sum.
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

interface Props {
  title: string;
  /** What is counted: "Plants". */
  counted: string;
  added: Added | undefined;
  timeZone: string;
  /** Where those since a day are listed: where it is tomorrow already, too. */
  listOf?: (from: string) => Destination;
  /** Of the chart; left out: as high as few rows beside it. */
  height?: number;
  /** More to choose. */
  beside?: React.ReactNode;
  error?: unknown;
  onRetry?: () => void;
}

/** Changes what the address says of the charts. */
export function useDashboardSearch(): [DashboardSearch, (change: DashboardSearch) => void] {
  const search = readDashboardSearch(useSearch({ from: '/signedIn/dashboard' }));
  const navigate = useNavigate();
  return [
    search,
    (change) => void navigate({ ...links.dashboard({ ...search, ...change }), replace: true, resetScroll: false }),
  ];
}

export function AddedCard({ title, counted, added, timeZone, listOf, beside, ...rest }: Props) {
  const { t } = useTranslation();
  const [{ by = 'day' }, change] = useDashboardSearch();
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
          {beside}
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
        </div>
      }
    >
      <CountChart slots={slots} counted={counted} name={title} range={range} timeZone={timeZone} {...rest} />
      <p className={`${classes.sum} num`}>
        {listOf && from && total ? <Link {...listOf(from)}>{sum}</Link> : sum || '\u00a0'}
      </p>
    </Card>
  );
}
