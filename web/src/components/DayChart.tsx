// Quantities of one day as in PowerChart, with a min-max band per step, compared with another day, device or plant; a zoom is fetched again in finer steps.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { full, inline, powerLike } from '../format/numbers.ts';
import { dayText } from '../format/times.ts';
import { clockOf } from './chart/axes.ts';
import { type ChartContent, ChartFrame } from './chart/ChartFrame.tsx';
import { type BandedLine, dayOption, isWide } from './chart/dayOption.ts';
import { inkVar } from './chart/ink.ts';
import { EXPECTED, lineLabel, lineLook, unitText } from './chart/lines.ts';
import { type ChartLine, unitsOf } from './chart/powerOption.ts';
import { within } from './chart/range.ts';
import { tooltipBox } from './chart/tooltip.ts';
import { InfoTip } from './InfoTip.tsx';
import { firstRow, valueText } from './PowerChart.tsx';
import { DoubtfulLines } from './plant/Doubtful.tsx';

type Chart = Response<'site/statistics/echarts'>;
type Minutes = readonly [from: number, to: number];

export interface DayData extends Pick<Chart, 'series' | 'xAxisIso' | 'sun'>, Partial<Pick<Chart, 'peak' | 'expected'>> {
  bands?: Chart['bands'];
}

/** Values to compare with, in slots of the same time of day. */
export interface Comparison {
  /** Name of the day, device or plant. */
  name: string;
  series: Chart['series'];
}

interface Props {
  /** Undefined while loading. */
  data: DayData | undefined;
  comparison: Comparison | undefined;
  /** Further lines in the same slots that are not measured at the plant. */
  extraLines?: readonly ChartLine[] | undefined;
  name: string;
  day: string;
  timeZone: string;
  nowMs: number | null;
  /** As in PowerChart. */
  likeW: number;
  height: number;
  emptyText?: string | undefined;
  error?: unknown;
  onRetry?: () => void;
  /** Minutes since the day began; null: all of it. */
  zoom: Minutes | null;
  onZoom: (minutes: Minutes | null) => void;
}

type Others = Pick<Props, 'comparison' | 'extraLines'>;

const COMPARISON_DASH = [9, 3, 2, 3] as const;

function linesOf(data: DayData, { comparison, extraLines = [] }: Others, t: TFunction): BandedLine[] {
  const measured = data.series.map(
    (line, index): BandedLine => ({
      ...lineLook(line.name, line.unit),
      name: line.name,
      label: lineLabel(line.name, t, line.title),
      unit: line.unit,
      data: line.data,
      band: data.bands?.[index],
    }),
  );
  const comparisonLines = (comparison?.series ?? []).map(
    (line): BandedLine => ({
      ...lineLook(line.name, line.unit),
      dash: COMPARISON_DASH,
      isArea: false,
      name: `Beside ${line.name}`,
      unit: line.unit,
      data: line.data,
      label: t('power.ofOther', { what: lineLabel(line.name, t, line.title), who: comparison!.name }),
    }),
  );
  const expected = data.expected
    ? [
        {
          ...lineLook(EXPECTED, 'W'),
          name: EXPECTED,
          label: lineLabel(EXPECTED, t),
          unit: 'W',
          data: data.expected.data,
        },
      ]
    : [];
  return [...measured, ...comparisonLines, ...expected, ...extraLines];
}

/** Returns a column for each line, and two more for the ends of its band. */
function cellsOf(lines: readonly BandedLine[], t: TFunction) {
  return lines.flatMap(({ label, unit, data, band }) => [
    { label, unit, data },
    ...(band && isWide(band)
      ? [
          { label: t('power.leastOf', { what: label }), unit, data: band.least },
          { label: t('power.greatestOf', { what: label }), unit, data: band.greatest },
        ]
      : []),
  ]);
}

interface ContentOptions {
  name: string;
  day: string;
  timeZone: string;
  nowMs: number | null;
  likeW: number;
}

function contentOf(
  data: DayData,
  others: Others,
  { name, day, timeZone, nowMs, likeW }: ContentOptions,
  t: TFunction,
): ChartContent {
  const { comparison } = others;
  const lines = linesOf(data, others, t);
  const cells = cellsOf(lines, t);
  const values = data.series.map((line) => line.data);
  const hasPower = data.series.some(({ unit, data: points }) => unit === 'W' && points.some((value) => value !== null));
  const isEmpty = [...values, ...(comparison?.series ?? []).map((line) => line.data)].every((points) =>
    points.every((value) => value === null),
  );
  return {
    legend: lines,
    extra: (
      <>
        {data.expected && (
          <InfoTip about={lineLabel(EXPECTED, t)}>
            {t(`power.expected.${data.expected.basis}`, { count: data.expected.clearDays })}
          </InfoTip>
        )}
        {lines.some(({ band }) => band && isWide(band)) && <span>{t('power.band')}</span>}
        <DoubtfulLines lines={lines.slice(0, data.series.length)} />
      </>
    ),
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
      ...cells.map(({ label, unit }) => ({ label, unit: unitText(unit) })),
    ],
    rows: data.xAxisIso.map((iso, slot) => ({
      key: iso,
      cells: () => [clockOf(iso), ...cells.map((cell) => full(cell.data[slot], 2))],
      values: [iso, ...cells.map((cell) => cell.data[slot] ?? null)],
    })),
    option: (ink, widthPx, { isOn }) => {
      const shown = lines.filter((line) => isOn(line.name));
      return dayOption(
        { slots: data.xAxisIso, lines: shown, sun: data.sun, nowMs, likeW },
        {
          ink,
          widthPx,
          tooltip: (slot) =>
            tooltipBox(
              clockOf(data.xAxisIso[slot] ?? ''),
              shown.map((line) => ({
                label: line.label,
                color: inkVar(line.ink),
                value: valueText(line.data[slot], line.unit, likeW) + bandText(line, slot, likeW),
              })),
            ),
        },
      );
    },
  };
}

/** Returns the lowest and highest value of a slot that holds more than one value, else ''. */
function bandText({ band, unit }: BandedLine, slot: number, likeW: number): string {
  const [least, greatest] = [band?.least[slot] ?? null, band?.greatest[slot] ?? null];
  if (least === null || least === greatest) return '';
  return ` (${valueText(least, unit, likeW)} – ${valueText(greatest, unit, likeW)})`;
}

const MINUTE_MS = 60_000;

/** Length of a day; on a longer one, a zoomed part is moved no further, and the whole day shows the rest. */
const DAY_MIN = 24 * 60;

/** Returns the minutes of the day of a range of slots, which may exceed those of a chart that starts at `startMin`; null for the whole day. */
export function minutesOf(slots: readonly string[], window: Minutes, startMin: number): Minutes | null {
  const minuteOf = (slot: number) => (Date.parse(slots[slot]!) - Date.parse(slots[0]!)) / MINUTE_MS;
  const stepMin = minuteOf(1);
  const endMin = Math.max(DAY_MIN, startMin + minuteOf(slots.length - 1) + stepMin);
  const [from, to] = within([startMin + window[0] * stepMin, startMin + (window[1] + 1) * stepMin], [0, endMin]);
  return from === 0 && to === endMin ? null : [from, to];
}

export function DayChart(props: Props) {
  const { data, comparison, extraLines, name, day, timeZone, nowMs, likeW, emptyText, zoom, onZoom, ...rest } = props;
  const { t } = useTranslation();
  const content = useMemo(
    () => data && contentOf(data, { comparison, extraLines }, { name, day, timeZone, nowMs, likeW }, t),
    [data, comparison, extraLines, name, day, timeZone, nowMs, likeW, t],
  );
  return (
    <ChartFrame
      content={content}
      name={name}
      range={day}
      timeZone={timeZone}
      rangeText={dayText(day)}
      emptyText={emptyText ?? t('chart.noDataOfDay')}
      isZoomed={zoom !== null}
      onZoom={(window) => {
        const slots = data?.xAxisIso ?? [];
        onZoom(window && slots.length > 1 ? minutesOf(slots, window, zoom?.[0] ?? 0) : null);
      }}
      {...rest}
    />
  );
}
