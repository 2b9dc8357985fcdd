// Around every chart: title, legend that toggles, zoom by dragging, table, CSV, picture, zone; loading, empty and failed as high as drawn.
import type { Cell } from '@heliograph/contract/csv.ts';
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { Skeleton } from '../../ui/Skeleton.tsx';
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
  /** For a drawing that may hold lines that were not measured; left out: empty when no row has a number. */
  isEmpty?: boolean;
  /** The first row that the table shows; the file has all. */
  tableFrom?: number;
  /** Rows that are no data, such as days still to come: neither in table nor file. */
  isLeftOut?: (slot: number) => boolean;
  /** Text alternative of the picture. */
  label: string;
  /** Rebuilt when the width, the colours or what is shown change. */
  option: (ink: Ink, widthPx: number, shown: Shown) => EChartsOption;
  /** The same drawn without the library, until somebody points at it; null where only the library can. */
  picture?: (widthPx: number, heightPx: number, shown: Shown) => ReactNode;
}

interface Props {
  /** Undefined while it loads. */
  content: ChartContent | undefined;
  title?: string;
  /** Name and range identify the chart: a zoom belongs to them, and files are named after them. */
  name: string;
  range: string;
  /** The range as a person writes it, on pictures; `range` by default. */
  rangeText?: string;
  /** Times and days are those of this zone; it is named beside the tools. */
  timeZone: string;
  height: number;
  /** Shown over the drawing when it holds no data. */
  emptyText: string;
  error?: unknown;
  onRetry?: () => void;
  /** The parent loads and redraws the zoomed part; without it the chart shows a part of its rows. Null: all. */
  onZoom?: (window: Window | null) => void;
  /** The parent shows a part. */
  isZoomed?: boolean;
  /** Parts of the chart library that this chart needs besides, being loaded. */
  parts?: Promise<unknown>;
  /** Content comes with a picture. */
  isPictured?: boolean;
}

/** The library's chart once it has drawn, and one action that waits for it. */
function useDrawnChart() {
  const chart = useRef<EChartsType | null>(null);
  const pending = useRef<((chart: EChartsType) => void) | null>(null);
  const onChart = useCallback((drawn: EChartsType | null) => {
    chart.current = drawn;
    if (!drawn) return;
    pending.current?.(drawn);
    pending.current = null;
  }, []);
  const whenDrawn = (act: (chart: EChartsType) => void) => {
    pending.current = act;
    if (chart.current) onChart(chart.current);
  };
  return { onChart, whenDrawn };
}

/** Lines switched off by name, and the zoom, which ends with another name or range. */
function useShown(chart: string) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [zoom, setZoom] = useState<{ of: string; window: Window } | null>(null);
  const window = zoom?.of === chart ? zoom.window : null;
  return {
    shown: useMemo<Shown>(() => ({ isOn: (line) => !hidden.has(line), window }), [hidden, window]),
    zoomTo: (next: Window | null) => setZoom(next && { of: chart, window: next }),
    toggle(line: string) {
      const next = new Set(hidden);
      if (!next.delete(line)) next.add(line);
      setHidden(next);
    },
  };
}

const hasNoNumber = (rows: readonly ChartRow[]): boolean =>
  rows.every(({ values }) => values.slice(1).every((value) => typeof value !== 'number'));

/** Rows of data for the file, and those of them in the window for the table. */
function listedRows({ rows, isLeftOut, tableFrom = 0 }: ChartContent, window: Window | null) {
  const inFile = rows.map((row, slot) => ({ ...row, slot })).filter(({ slot }) => !isLeftOut?.(slot));
  const inTable = inFile.filter(({ slot }) => (window ? slot >= window[0] && slot <= window[1] : slot >= tableFrom));
  return { inFile, inTable };
}

/** What the chart calls to draw itself with what is shown now. */
function useDrawing(content: ChartContent | undefined, heightPx: number, shown: Shown) {
  const make = content?.option;
  const option = useCallback(
    (ink: Ink, widthPx: number): EChartsOption => make?.(ink, widthPx, shown) ?? {},
    [make, shown],
  );
  const draw = content?.picture;
  const picture = useMemo(() => draw && ((widthPx: number) => draw(widthPx, heightPx, shown)), [draw, heightPx, shown]);
  return { option, picture };
}

export function ChartFrame(props: Props) {
  const { content, title, name, range, rangeText = range, timeZone, height, onZoom } = props;
  const [showsTable, setShowsTable] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const want = useCallback(() => setWanted(true), []);
  const { onChart, whenDrawn } = useDrawnChart();
  useLibrary(!props.isPictured);
  const { shown, toggle, zoomTo } = useShown(`${name} ${range}`);
  const { isOn, window } = shown;
  const { option, picture } = useDrawing(content, height, shown);
  const head = title && <h3 className={classes.title}>{title}</h3>;
  if (!content) {
    return (
      <div>
        {head}
        <NoContent {...props} height={height + TOOLS_PX} />
      </div>
    );
  }
  const { legend, columns } = content;
  const { inFile, inTable } = listedRows(content, window);
  const isEmpty = content.isEmpty ?? hasNoNumber(content.rows);
  const file = fileName(name, range);
  const zoomBy = onZoom ?? zoomTo;
  const reset = () => zoomBy(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only prepares the chart; nothing is activated by it
    <div onPointerEnter={want} onFocus={want}>
      {head}
      <ChartTools
        legend={legend.map((line) => ({ ...line, isOn: isOn(line.name) }))}
        onToggle={legend.length > 1 ? toggle : undefined}
        extra={content.extra}
        zone={timeZone}
        showsTable={showsTable}
        onTable={() => setShowsTable(!showsTable)}
        onReset={window || props.isZoomed ? reset : undefined}
        onCsv={() => saveRows(file, columns, inFile)}
        onPng={() => {
          const lines = legend.filter((line) => isOn(line.name));
          whenDrawn((drawn) => savePng(file, drawn, { title: name, range: `${rangeText} · ${timeZone}`, lines }));
          want();
        }}
      />
      {showsTable ? (
        <ChartTable
          caption={content.label}
          height={height}
          columns={columns}
          rows={inTable.map(({ key, cells }) => ({ key, cells: cells() }))}
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
            parts={props.parts}
            onReset={reset}
            onBrush={(from, to) => {
              const first = window?.[0] ?? 0;
              zoomBy([first + from, first + to]);
            }}
          />
          {isEmpty && (
            <div className={classes.over} role="status">
              {props.emptyText}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function NoContent({ error, onRetry, height }: Pick<Props, 'error' | 'onRetry' | 'height'>) {
  return (
    <div style={{ minHeight: height }}>
      {error ? <ErrorState error={error} onRetry={onRetry} compact /> : <Skeleton height={height} />}
    </div>
  );
}

function saveRows(file: string, columns: readonly ChartColumn[], rows: readonly ChartRow[]): void {
  saveCsv(
    file,
    columns.map(({ label, unit }) => (unit ? `${label} (${unit})` : label)),
    rows.map(({ values }) => values),
  );
}
