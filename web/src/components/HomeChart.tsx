// Power of a home over a day: its sources stacked above zero, export and charging below, consumption as a line, the state of charge on an axis of its own; also as a table and a file.
import type { Response } from '@heliograph/contract/calls.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { full, likeOf } from '../format/numbers.ts';
import { dayText } from '../format/times.ts';
import { clockOf, largestOf } from './chart/axes.ts';
import { type ChartContent, ChartFrame, type Shown } from './chart/ChartFrame.tsx';
import { homeOption } from './chart/homeOption.ts';
import { homePicture } from './chart/homePicture.ts';
import { type HomeName, homeSeries, homeView } from './chart/homeView.ts';
import { inkVar } from './chart/ink.ts';
import { lineLook, unitText } from './chart/lines.ts';
import { PowerPicture } from './chart/PowerPicture.tsx';
import { type ChartLine, cut } from './chart/powerOption.ts';
import { tooltipBox } from './chart/tooltip.ts';
import { valueText } from './PowerChart.tsx';

/** Short, so that the legend leaves room for the chart on a phone. */
const LABELS = {
  Production: 'flow.name.solar',
  Discharge: 'chart.line.discharge',
  'From grid': 'plant.import',
  Generator: 'flow.name.generator',
  'To grid': 'plant.export',
  Charge: 'chart.line.charge',
  Consumption: 'flow.name.home',
  'Battery SOC': 'plant.batteryPercent',
} as const satisfies Record<HomeName, string>;

type Chart = Response<'site/statistics/echarts'>;

interface Props {
  /** With flows and the state of charge; undefined while loading. */
  data: Pick<Chart, 'series' | 'xAxisIso' | 'sun'> | undefined;
  /** The plant's name, for the chart's text alternative and the file name. */
  name: string;
  /** "YYYY-MM-DD". */
  day: string;
  timeZone: string;
  nowMs: number;
  /** As in PowerChart. */
  likeW: number;
  height: number;
  error?: unknown;
  onRetry?: () => void;
}

type ContentOptions = Pick<Props, 'name' | 'day' | 'timeZone' | 'nowMs' | 'likeW'>;

function contentOf(data: NonNullable<Props['data']>, options: ContentOptions, t: TFunction): ChartContent {
  const { name, day, timeZone, nowMs } = options;
  const lines: ChartLine[] = homeSeries(data.series).map((line) => ({
    ...lineLook(line.name, line.unit),
    ...line,
    label: t(LABELS[line.name]),
  }));
  const likeW = likeOf(options.likeW, largestOf(lines.filter(({ unit }) => unit === 'W').map((line) => line.data)));
  const viewOf = ({ isOn, window }: Shown) =>
    homeView(
      cut(
        { slots: data.xAxisIso, lines: lines.filter((line) => isOn(line.name)), sun: data.sun, nowMs, likeW },
        window,
      ),
    );
  return {
    legend: lines,
    label: t('chart.linesLabel', {
      name,
      day: dayText(day),
      lines: lines.map(({ label }) => label).join(', '),
      units: [...new Set(lines.map(({ unit }) => unitText(unit)))].join(', '),
    }),
    columns: [
      { label: t('chart.timeIn', { zone: timeZone }), isText: true },
      ...lines.map(({ label, unit }) => ({ label, unit: unitText(unit) })),
    ],
    rows: data.xAxisIso.map((iso, slot) => ({
      key: iso,
      cells: () => [clockOf(iso), ...lines.map((line) => full(line.data[slot], 2))],
      values: [iso, ...lines.map((line) => line.data[slot] ?? null)],
    })),
    isLeftOut: (slot) => Date.parse(data.xAxisIso[slot] ?? '') > nowMs,
    picture: (widthPx, heightPx, shown) => {
      const picture = homePicture(viewOf(shown), widthPx, heightPx);
      return picture && <PowerPicture of={picture} />;
    },
    option: (ink, widthPx, shown) => {
      const view = viewOf(shown);
      return homeOption(view, {
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

export function HomeChart({ data, name, day, timeZone, nowMs, likeW, ...rest }: Props) {
  const { t } = useTranslation();
  const content = useMemo<ChartContent | undefined>(
    () => data && contentOf(data, { name, day, timeZone, nowMs, likeW }, t),
    [data, name, day, timeZone, nowMs, likeW, t],
  );
  return (
    <ChartFrame
      content={content}
      name={name}
      range={day}
      rangeText={dayText(day)}
      timeZone={timeZone}
      emptyText={t('chart.noDataOfDay')}
      isPictured
      {...rest}
    />
  );
}
