// Number added per day or week: bars that the page draws itself, with a table and a file.
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { bars } from '../../components/chart/barsLoaded.ts';
import { type ChartContent, ChartFrame } from '../../components/chart/ChartFrame.tsx';
import classes from '../../components/chart/chart.module.css';
import {
  COUNT_INK,
  type CountPicture,
  type CountSlot,
  countOption,
  countPicture,
} from '../../components/chart/countOption.ts';
import { inkVar } from '../../components/chart/ink.ts';
import { tooltipBox } from '../../components/chart/tooltip.ts';
import { full } from '../../format/numbers.ts';

interface Props {
  /** Undefined while loading. Must be a stable reference, as the chart is rebuilt for a new array. */
  slots: readonly CountSlot[] | undefined;
  /** Label of the series, such as "Plants". */
  seriesLabel: string;
  name: string;
  range: string;
  timeZone: string;
  height?: number;
  error?: unknown;
  onRetry?: () => void;
}

export function CountChart({ slots, seriesLabel, name, range, timeZone, height = 220, ...rest }: Props) {
  const { t } = useTranslation();
  const content = useMemo<ChartContent | undefined>(
    () => slots && contentOf(slots, { seriesLabel, name, range }, t),
    [slots, seriesLabel, name, range, t],
  );
  return (
    <ChartFrame
      content={content}
      name={name}
      range={range}
      timeZone={timeZone}
      height={height}
      emptyText={t('dashboard.noneAdded')}
      parts={bars}
      isPictured
      {...rest}
    />
  );
}

function contentOf(
  slots: readonly CountSlot[],
  { seriesLabel, name, range }: { seriesLabel: string; name: string; range: string },
  t: TFunction,
): ChartContent {
  const total = slots.reduce((sum, { count }) => sum + count, 0);
  return {
    legend: [{ name: 'count', label: seriesLabel, ink: COUNT_INK, dash: 'solid' }],
    label: t('dashboard.chartLabel', { name, range, total: full(total, 0) }),
    columns: [{ label: t('dashboard.period'), isText: true }, { label: seriesLabel }],
    isEmpty: total === 0,
    rows: slots.map(({ period, longLabel, count }) => ({
      key: period,
      cells: () => [longLabel, full(count, 0)],
      values: [period, count],
    })),
    option: (ink, widthPx, { window }) => {
      const visibleSlots = window ? slots.slice(window[0], window[1] + 1) : slots;
      return countOption(visibleSlots, {
        ink,
        widthPx,
        tooltip: (index) => {
          const slot = visibleSlots[index];
          if (!slot) return tooltipBox('', []);
          return tooltipBox(slot.longLabel, [
            { label: seriesLabel, value: full(slot.count, 0), color: inkVar(COUNT_INK) },
          ]);
        },
      });
    },
    picture: (widthPx, heightPx, { window }) =>
      window ? null : <Picture of={countPicture(slots, widthPx, heightPx)} />,
  };
}

function Picture({ of: { left, right, steps, bars: drawn, labels, labelY } }: { of: CountPicture }) {
  return (
    <svg className={classes.picture} aria-hidden>
      <g stroke={inkVar('border')}>
        {steps.map(({ y, text }) => (
          <path key={text} d={`M${left} ${Math.round(y) + 0.5}H${right}`} />
        ))}
      </g>
      <g textAnchor="end">
        {steps.map(({ y, text }) => (
          <text key={text} x={left - 8} y={y}>
            {text}
          </text>
        ))}
      </g>
      {drawn.map(({ key, ...bar }) => (
        <rect key={key} {...bar} rx={2} fill={inkVar(COUNT_INK)} />
      ))}
      <g textAnchor="middle">
        {labels.map(({ key, x, text }) => (
          <text key={key} x={x} y={labelY}>
            {text}
          </text>
        ))}
      </g>
    </svg>
  );
}
