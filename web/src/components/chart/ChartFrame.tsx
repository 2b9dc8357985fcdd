// Around every chart: title, legend that toggles, zoom by dragging, table, CSV, picture, zone; loading, empty and failed as high as drawn.
import type { Cell } from '@heliograph/contract/csv.ts';
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Bone } from '../../ui/Bones.tsx';
import { saveCsv } from '../csv.ts';
import { ErrorState } from '../ErrorState.tsx';
import { Chart, useLibrary } from './Chart.tsx';
import { type ChartColumn, ChartTable } from './ChartTable.tsx';
import { ChartTools, type LegendEntry } from './ChartTools.tsx';
import classes from './chart.module.css';
import { fileName, savePng } from './exports.ts';
import type { Ink } from './ink.ts';

/** Of the tools above the drawing. */
const TOOLS_PX = 28;

/** First and last slot, both included. */
export type Window = readonly [from: number, to: number];

export interface Shown {
  /** Names of the legend's entries that are switched on. */
  isOn: (name: string) => boolean;
  /** Null: all slots. */
  window: Window | null;
}

export interface ChartRow {
  key: string;
  /** Written out for the table, when it is shown; the first names the row. */
  cells: () => readonly string[];
  /** Unrounded for the file, as many as there are columns; null for a gap. */
  values: readonly Cell[];
}

export interface ChartContent {
  legend: readonly Omit<LegendEntry, 'isOn'>[];
  /** More of the legend: what patterns mean. */
  extra?: ReactNode;
  columns: readonly ChartColumn[];
  /** A row a slot. */
  rows: readonly ChartRow[];
  /** Said where a drawing may hold lines that were not measured; else it is empty when no row has a number. */
  isEmpty?: boolean;
  /** The first row that the table shows; the file has all. */
  tableFrom?: number;
  /** Rows that are no data, such as days still to come: neither in table nor file. */
  isLeftOut?: (slot: number) => boolean;
  /** What the picture shows, for those who do not see it. */
  label: string;
  /** Rebuilt when the width, the colours or what is shown change. */
  option: (ink: Ink, widthPx: number, shown: Shown) => EChartsOption;
  /** The same as the page can draw it by itself, until somebody points at it; null where it cannot. */
  picture?: (widthPx: number, heightPx: number, shown: Shown) => ReactNode;
}

interface Props {
  /** Undefined while it is asked for. */
  content: ChartContent | undefined;
  title?: string;
  /** Whose chart of when: a zoom belongs to it, and files are named after it. */
  name: string;
  range: string;
  /** The range as a person writes it, on pictures; `range` unless said. */
  rangeText?: string;
  /** Times and days are those of this zone; it is named beside the tools. */
  timeZone: string;
  height: number;
  /** Told over the drawing when it holds no data. */
  emptyText: string;
  error?: unknown;
  onRetry?: () => void;
  /** Told what is zoomed to, by who redraws it; without it the chart shows a part of what it has. Null: all. */
  onZoom?: (window: Window | null) => void;
  /** Of who redraws it: a part is shown. */
  isZoomed?: boolean;
  /** Parts of the chart library that this chart needs besides, being loaded. */
  parts?: Promise<unknown>;
  /** Content comes with a picture. */
  isPictured?: boolean;
}

export function ChartFrame({
  content,
  title,
  name,
  range,
  rangeText = range,
  timeZone,
  height,
  emptyText,
  error,
  onRetry,
  onZoom,
  isZoomed,
  parts,
  isPictured = false,
}: Props) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [zoom, setZoom] = useState<{ of: string; window: Window } | null>(null);
  const [showsTable, setShowsTable] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const want = useCallback(() => setWanted(true), []);
  const chart = useRef<EChartsType | null>(null);
  /** Asked for before the library has drawn it. */
  const save = useRef<((chart: EChartsType) => void) | null>(null);
  const onChart = useCallback((drawn: EChartsType | null) => {
    chart.current = drawn;
    if (!drawn) return;
    save.current?.(drawn);
    save.current = null;
  }, []);
  useLibrary(!isPictured);
  const of = `${name} ${range}`;
  const window = zoom?.of === of ? zoom.window : null;
  const shown = useMemo<Shown>(() => ({ isOn: (line) => !hidden.has(line), window }), [hidden, window]);
  const make = content?.option;
  const option = useCallback(
    (ink: Ink, widthPx: number): EChartsOption => make?.(ink, widthPx, shown) ?? {},
    [make, shown],
  );
  const draw = content?.picture;
  const picture = useMemo(() => draw && ((widthPx: number) => draw(widthPx, height, shown)), [draw, height, shown]);
  const head = title && <h3 className={classes.title}>{title}</h3>;
  if (!content) {
    return (
      <div>
        {head}
        <div style={{ minHeight: height + TOOLS_PX }}>
          {error ? <ErrorState error={error} onRetry={onRetry} compact /> : <Bone height={height + TOOLS_PX} />}
        </div>
      </div>
    );
  }
  const { legend, columns, rows } = content;
  const toggle = (line: string) => {
    const next = new Set(hidden);
    if (!next.delete(line)) next.add(line);
    setHidden(next);
  };
  const told = rows.map((row, slot) => ({ ...row, slot })).filter(({ slot }) => !content.isLeftOut?.(slot));
  const inWindow = told.filter(({ slot }) =>
    window ? slot >= window[0] && slot <= window[1] : slot >= (content.tableFrom ?? 0),
  );
  const isEmpty =
    content.isEmpty ?? rows.every(({ values }) => values.slice(1).every((value) => typeof value !== 'number'));
  const file = fileName(name, range);
  const reset = () => (onZoom ? onZoom(null) : setZoom(null));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever comes near is got ready for; nothing is done by it
    <div onPointerEnter={want} onFocus={want}>
      {head}
      <ChartTools
        legend={legend.map((line) => ({ ...line, isOn: !hidden.has(line.name) }))}
        onToggle={legend.length > 1 ? toggle : undefined}
        extra={content.extra}
        zone={timeZone}
        showsTable={showsTable}
        onTable={() => setShowsTable(!showsTable)}
        onReset={window || isZoomed ? reset : undefined}
        onCsv={() =>
          saveCsv(
            file,
            columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)),
            told.map(({ values }) => values),
          )
        }
        onPng={() => {
          const lines = legend.filter(({ name: line }) => !hidden.has(line));
          save.current = (drawn) => savePng(file, drawn, { title: name, range: `${rangeText} · ${timeZone}`, lines });
          if (chart.current) onChart(chart.current);
          want();
        }}
      />
      {showsTable ? (
        <ChartTable
          caption={content.label}
          height={height}
          columns={columns}
          rows={inWindow.map(({ key, cells }) => ({ key, cells: cells() }))}
        />
      ) : (
        <div className={classes.frame}>
          <Chart
            option={option}
            label={content.label}
            height={height}
            picture={picture}
            isWanted={isWanted}
            onWanted={want}
            onChart={onChart}
            parts={parts}
            onReset={reset}
            onBrush={(from, to) => {
              const first = window?.[0] ?? 0;
              const next = [first + from, first + to] as const;
              if (onZoom) onZoom(next);
              else setZoom({ of, window: next });
            }}
          />
          {isEmpty && (
            <div className={classes.over} role="status">
              {emptyText}
            </div>
          )}
        </div>
      )}
    </div>
  );
}
