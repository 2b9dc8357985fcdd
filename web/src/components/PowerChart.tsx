// Power and other quantities of one day: gaps stay gaps, night is shaded, the clock is the plant's.
import type { Response } from '@heliograph/contract/calls.ts';
import type { EChartsType } from 'echarts/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DASH, full, inline, power } from '../format/numbers.ts';
import { dayText } from '../format/times.ts';
import { clockOf } from './chart/axes.ts';
import { Chart } from './chart/Chart.tsx';
import { ChartTable } from './chart/ChartTable.tsx';
import { ChartTools } from './chart/ChartTools.tsx';
import classes from './chart/chart.module.css';
import { saveCsv } from './csv.ts';
import { fileName, savePng } from './chart/exports.ts';
import { type Ink, inkVar, readInk } from './chart/ink.ts';
import { lineLabel, lineLook, unitText } from './chart/lines.ts';
import { type ChartLine, cut, type PowerView, powerOption, unitsOf } from './chart/powerOption.ts';
import { tooltipBox } from './chart/tooltip.ts';

type Data = Pick<Response<'site/statistics/echarts'>, 'series' | 'xAxisIso' | 'sun'>;

interface Props {
  data: Data;
  /** What is shown: the plant's or device's name, for the picture's text and the file's name. */
  name: string;
  /** "YYYY-MM-DD". */
  day: string;
  /** Named in table and CSV. */
  timeZone: string;
  /** Now, when the day is today: draws the mark. */
  nowMs?: number | null;
  height?: number;
}

/** A reading with its unit; watts as on cards, other quantities with all their digits. */
export function valueText(value: number | null | undefined, unit: string): string {
  if (value === null || value === undefined) return DASH;
  return unit === 'W' ? inline(power(value)) : `${full(value, 2)} ${unitText(unit)}`;
}

export function PowerChart({ data, name, day, timeZone, nowMs = null, height = 248 }: Props) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [zoom, setZoom] = useState<{ day: string; window: [number, number] } | null>(null);
  const [showsTable, setShowsTable] = useState(false);
  const chart = useRef<EChartsType | null>(null);

  const lines = useMemo<ChartLine[]>(
    () =>
      data.series.map((line) => ({
        ...lineLook(line.name, line.unit),
        name: line.name,
        label: lineLabel(line.name, t),
        unit: line.unit,
        data: line.data,
      })),
    [data.series, t],
  );
  // A zoom belongs to the day it was made on.
  const window = zoom?.day === day ? zoom.window : null;
  const view = useMemo<PowerView>(
    () =>
      cut(
        { slots: data.xAxisIso, lines: lines.filter((line) => !hidden.has(line.name)), sun: data.sun, nowMs },
        window,
      ),
    [data, lines, hidden, nowMs, window],
  );
  const option = useCallback(
    (ink: Ink, widthPx: number) =>
      powerOption(view, {
        ink,
        widthPx,
        tooltip: (slot) =>
          tooltipBox(
            clockOf(view.slots[slot] ?? ''),
            view.lines.map((line) => ({
              label: line.label,
              value: valueText(line.data[slot], line.unit),
              color: inkVar(line.ink),
            })),
          ),
      }),
    [view],
  );

  const isEmpty = lines.every((line) => line.data.every((value) => value === null));
  const file = fileName(name, day);
  const toggle = (line: string) => {
    const next = new Set(hidden);
    if (!next.delete(line)) next.add(line);
    setHidden(next);
  };
  const peak = lines[0]?.data.reduce<number | null>(
    (top, value) => (value === null ? top : Math.max(top ?? value, value)),
    null,
  );
  const label = t('chart.powerLabel', {
    name,
    day: dayText(day),
    lines: lines.map((line) => line.label).join(', '),
    units: unitsOf(lines).map(unitText).join(', '),
    peak: valueText(peak, lines[0]?.unit ?? 'W'),
  });
  const columns = [
    { label: t('chart.timeIn', { zone: timeZone }), isText: true },
    ...lines.map((line) => ({ label: line.label, unit: unitText(line.unit) })),
  ];
  return (
    <div>
      <ChartTools
        legend={lines.map((line) => ({ ...line, isOn: !hidden.has(line.name) }))}
        onToggle={lines.length > 1 ? toggle : undefined}
        showsTable={showsTable}
        onTable={() => setShowsTable(!showsTable)}
        onReset={window ? () => setZoom(null) : undefined}
        onCsv={() =>
          saveCsv(
            file,
            [t('chart.timeIn', { zone: timeZone }), ...lines.map((line) => `${line.label} (${unitText(line.unit)})`)],
            data.xAxisIso.map((iso, slot) => [iso, ...lines.map((line) => line.data[slot] ?? null)]),
          )
        }
        onPng={() => chart.current && savePng(file, chart.current, readInk().surface)}
      />
      {showsTable ? (
        <ChartTable
          caption={label}
          height={height}
          columns={columns}
          rows={view.slots.map((iso, slot) => ({
            key: iso,
            cells: [clockOf(iso), ...lines.map((line) => full(line.data[slot + (window?.[0] ?? 0)], 2))],
          }))}
        />
      ) : (
        <div className={classes.frame}>
          <Chart
            option={option}
            label={label}
            height={height}
            chartRef={chart}
            onReset={() => setZoom(null)}
            onBrush={(from, to) => {
              const first = window?.[0] ?? 0;
              setZoom({ day, window: [first + from, first + to] });
            }}
          />
          {isEmpty && <div className={classes.over}>{t('chart.noDataOfDay')}</div>}
        </div>
      )}
    </div>
  );
}
