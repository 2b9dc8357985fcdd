// Power and other quantities of one day: gaps stay gaps, night is shaded, times are the plant's local time.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH, full, inline, likeOf, powerLike } from '../format/numbers.ts';
import { dayText } from '../format/times.ts';
import { clockOf, largestOf } from './chart/axes.ts';
import { type ChartContent, ChartFrame, type Shown } from './chart/ChartFrame.tsx';
import { inkVar } from './chart/ink.ts';
import { EXPECTED, lineLabel, lineLook, unitText } from './chart/lines.ts';
import { PowerPicture } from './chart/PowerPicture.tsx';
import { type ChartLine, cut, powerOption, unitsOf } from './chart/powerOption.ts';
import { powerPicture } from './chart/powerPicture.ts';
import { tooltipBox } from './chart/tooltip.ts';

type Chart = Response<'site/statistics/echarts'>;
type Data = Pick<Chart, 'series' | 'xAxisIso' | 'sun'> & Partial<Pick<Chart, 'peak' | 'expected'>>;

interface Props {
  /** Undefined while loading. */
  data: Data | undefined;
  /** The plant's or device's name, for the chart's text alternative and the file name. */
  name: string;
  /** "YYYY-MM-DD". */
  day: string;
  timeZone: string;
  /** Current time when the day is today: draws the mark. */
  nowMs?: number | null;
  /** Shown grey: a past day that is shown only because today has not begun. */
  isMuted?: boolean;
  /** Watts that determine the unit of power, as in the figures next to the chart; by default the largest drawn value. */
  likeW?: number;
  /** Text when nothing was measured. */
  emptyText?: string;
  height?: number;
  error?: unknown;
  onRetry?: () => void;
}

/** Formats a reading with its unit; watts as on cards, other quantities with all their digits. */
export function valueText(value: number | null | undefined, unit: string, likeW: number): string {
  if (value === null || value === undefined) return DASH;
  return unit === 'W' ? inline(powerLike(value, likeW)) : `${full(value, 2)} ${unitText(unit)}`;
}

/** Returns the first row of the table: sunrise, or the first value if that is earlier, to leave out hours of night. */
export function firstRow({ series, xAxisIso, sun }: Pick<Data, 'series' | 'xAxisIso' | 'sun'>): number {
  const rise = xAxisIso.findLastIndex((iso) => sun.rise !== null && Date.parse(iso) <= Date.parse(sun.rise));
  const values = series.map(({ data }) => data.findIndex((value) => value !== null)).filter((slot) => slot >= 0);
  return Math.max(0, Math.min(rise, ...values));
}

/** Returns the lines to draw: the measured ones, followed by the expected one. */
function linesOf(data: Data, isMuted: boolean, t: TFunction): { measured: ChartLine[]; lines: ChartLine[] } {
  const measured: ChartLine[] = data.series.map((line) => ({
    ...lineLook(line.name, line.unit),
    ...(isMuted ? { ink: 'muted' as const, isArea: false } : {}),
    name: line.name,
    label: lineLabel(line.name, t, line.title),
    unit: line.unit,
    data: line.data,
  }));
  const expected = data.expected && {
    ...lineLook(EXPECTED, 'W'),
    name: EXPECTED,
    label: lineLabel(EXPECTED, t),
    unit: 'W',
    data: data.expected.data,
  };
  return { measured, lines: expected ? [...measured, expected] : measured };
}

type ContentOptions = Required<Pick<Props, 'name' | 'day' | 'timeZone' | 'nowMs' | 'isMuted' | 'likeW'>>;

function contentOf(data: Data, options: ContentOptions, t: TFunction): ChartContent {
  const { name, day, timeZone, nowMs, isMuted } = options;
  const { measured, lines } = linesOf(data, isMuted, t);
  const likeW = likeOf(options.likeW, largestOf(lines.filter(({ unit }) => unit === 'W').map((line) => line.data)));
  const isEmpty = measured.every((line) => line.data.every((value) => value === null));
  const hasPower = measured.some(({ unit, data: values }) => unit === 'W' && values.some((value) => value !== null));
  const viewOf = ({ isOn, window }: Shown) =>
    cut({ slots: data.xAxisIso, lines: lines.filter((line) => isOn(line.name)), sun: data.sun, nowMs, likeW }, window);
  return {
    legend: lines,
    label: t(hasPower && data.peak ? 'chart.powerLabel' : isEmpty ? 'chart.powerLabelEmpty' : 'chart.linesLabel', {
      name,
      day: dayText(day),
      lines: lines.map((line) => line.label).join(', '),
      units: unitsOf(lines).map(unitText).join(', '),
      peak: inline(powerLike(data.peak?.powerW, likeW)),
    }),
    tableFrom: firstRow(data),
    isEmpty,
    columns: [
      { label: t('chart.timeIn', { zone: timeZone }), isText: true },
      ...lines.map((line) => ({ label: line.label, unit: unitText(line.unit) })),
    ],
    rows: data.xAxisIso.map((iso, slot) => ({
      key: iso,
      cells: () => [clockOf(iso), ...lines.map((line) => full(line.data[slot], 2))],
      values: [iso, ...lines.map((line) => line.data[slot] ?? null)],
    })),
    picture: (widthPx, heightPx, shown) => {
      const picture = powerPicture(viewOf(shown), widthPx, heightPx);
      return picture && <PowerPicture of={picture} />;
    },
    option: (ink, widthPx, shown) => {
      const view = viewOf(shown);
      return powerOption(view, {
        ink,
        widthPx,
        tooltip: (slot) =>
          tooltipBox(
            clockOf(view.slots[slot] ?? ''),
            view.lines.map((line) => ({
              label: line.label,
              value: valueText(line.data[slot], line.unit, likeW),
              color: inkVar(line.ink),
            })),
          ),
      });
    },
  };
}

export function PowerChart({
  data,
  name,
  day,
  timeZone,
  nowMs = null,
  isMuted = false,
  likeW: requestedLikeW = 0,
  emptyText,
  height = 248,
  ...rest
}: Props) {
  const { t } = useTranslation();
  const content = useMemo<ChartContent | undefined>(() => {
    if (!data) return undefined;
    return contentOf(data, { name, day, timeZone, nowMs, isMuted, likeW: requestedLikeW }, t);
  }, [data, name, day, timeZone, nowMs, isMuted, requestedLikeW, t]);
  return (
    <ChartFrame
      content={content}
      name={name}
      range={day}
      timeZone={timeZone}
      height={height}
      rangeText={dayText(day)}
      emptyText={emptyText ?? t('chart.noDataOfDay')}
      isPictured
      {...rest}
    />
  );
}
