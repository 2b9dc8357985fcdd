// The frame of every chart: title, legend with toggles, zoom by dragging, table, CSV, picture, zone; loading, empty and error states have the height of the chart.
import type { Cell } from '@heliograph/contract/csv.ts';
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { untilLoaded } from '../../api/loading.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { saveCsv } from '../csv.ts';
import { ErrorState } from '../ErrorState.tsx';
import { Chart, useLibrary } from './Chart.tsx';
import { type ChartColumn, ChartTable } from './ChartTable.tsx';
import { ChartTools, type LegendEntry } from './ChartTools.tsx';
import classes from './chart.module.css';
import { fileName } from './fileName.ts';
import type { Ink } from './ink.ts';
import type { Window, Zoom } from './range.ts';
import { useReading } from './useReading.ts';

/** Height of the tools above the drawing. */
const TOOLS_PX = 28;

export interface Shown {
  /** Returns whether the legend entry with this name is switched on. */
  isOn: (name: string) => boolean;
  /** Null: all slots. */
  window: Window | null;
}

export interface ChartRow {
  key: string;
  /** Formatted cells, built when the table is shown; the first is the row header. */
  cells: () => readonly string[];
  /** Unrounded values for the file, one per column; null for a gap. */
  values: readonly Cell[];
}

export interface ChartContent {
  legend: readonly Omit<LegendEntry, 'isOn'>[];
  /** Addition to the legend: the meaning of patterns. */
  extra?: ReactNode;
  columns: readonly ChartColumn[];
  /** One row per slot. */
  rows: readonly ChartRow[];
  /** For a chart with lines that were not measured; by default a chart is empty when no row has a number. */
  isEmpty?: boolean;
  /** First row of the table; the file has all rows. */
  tableFrom?: number;
  /** Rows without data, such as future days: neither in the table nor in the file. */
  isLeftOut?: (slot: number) => boolean;
  /** Text alternative of the picture. */
  label: string;
  /** Rebuilt when the width, the colours or the shown lines change. */
  option: (ink: Ink, widthPx: number, shown: Shown) => EChartsOption;
  /** The same chart drawn without the library, until the user interacts with it; null where only the library can draw it. */
  picture?: (widthPx: number, heightPx: number, shown: Shown) => ReactNode;
}

interface Props {
  /** Undefined while loading. */
  content: ChartContent | undefined;
  title?: string;
  /** Name and range identify the chart: a zoom belongs to them, and files are named after them. */
  name: string;
  range: string;
  /** The range as readable text, for pictures; `range` by default. */
  rangeText?: string;
  /** Zone of times and days, shown next to the tools. */
  timeZone: string;
  height: number;
  /** Text when there are no data: over the empty drawing, or above one with lines that were not measured. */
  emptyText: string;
  error?: unknown;
  onRetry?: () => void;
  /** For a parent that loads the zoomed part; without it the chart shows a part of its rows. Null ends the zoom. */
  onZoom?: (window: Window | null) => void;
  /** The parent shows a zoomed part. */
  isZoomed?: boolean;
  /** Promise of further parts of the chart library that this chart needs. */
  parts?: Promise<unknown>;
  /** The content has a picture. */
  isPictured?: boolean;
  /** Row of a click in the drawing. */
  onPick?: ((slot: number) => void) | undefined;
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
  const whenDrawn = (action: (chart: EChartsType) => void) => {
    pending.current = action;
    if (chart.current) onChart(chart.current);
  };
  return { onChart, whenDrawn };
}

/** State of hidden lines and of the zoom, which ends with another name or range. */
function useShown(chart: string) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [zoom, setZoom] = useState<{ chart: string; window: Window } | null>(null);
  const window = zoom?.chart === chart ? zoom.window : null;
  return {
    shown: useMemo<Shown>(() => ({ isOn: (line) => !hidden.has(line), window }), [hidden, window]),
    zoomTo: (next: Window | null) => setZoom(next && { chart, window: next }),
    toggle(line: string) {
      const next = new Set(hidden);
      if (!next.delete(line)) next.add(line);
      setHidden(next);
    },
  };
}

const hasNoNumber = (rows: readonly ChartRow[]): boolean =>
  rows.every(({ values }) => values.slice(1).every((value) => typeof value !== 'number'));

/** Returns the rows for the file, and those in the window for the table. */
function listedRows({ rows, isLeftOut, tableFrom = 0 }: ChartContent, window: Window | null) {
  const inFile = rows.map((row, slot) => ({ ...row, slot })).filter(({ slot }) => !isLeftOut?.(slot));
  const inTable = inFile.filter(({ slot }) => (window ? slot >= window[0] && slot <= window[1] : slot >= tableFrom));
  return { inFile, inTable };
}

/** Returns the functions that build the chart's option and picture for the shown lines and window. */
function useDrawing(content: ChartContent | undefined, heightPx: number, shown: Shown) {
  const buildOption = content?.option;
  const option = useCallback(
    (ink: Ink, widthPx: number): EChartsOption => buildOption?.(ink, widthPx, shown) ?? {},
    [buildOption, shown],
  );
  const draw = content?.picture;
  const picture = useMemo(() => draw && ((widthPx: number) => draw(widthPx, heightPx, shown)), [draw, heightPx, shown]);
  return { option, picture };
}

interface ShownState {
  window: Window | null;
  zoomTo: (window: Window | null) => void;
}

/** Returns the zoom; without content there is nothing to zoom. */
function zoomOf({ content, isZoomed, onZoom }: Props, shown: ShownState): Zoom {
  const all: Window = [0, (content?.rows.length ?? 0) - 1];
  return {
    window: shown.window ?? all,
    limits: onZoom ? null : all,
    isZoomed: Boolean(isZoomed || shown.window),
    zoomTo: onZoom ?? shown.zoomTo,
  };
}

interface DrawingProps extends Pick<Props, 'height' | 'parts' | 'onPick'> {
  content: ChartContent;
  isEmpty: boolean;
  shown: Shown;
  zoom: Zoom;
  keysId: string;
  isInteractive: boolean;
  onInteraction: () => void;
  onChart: (drawn: EChartsType | null) => void;
}

function Drawing({ content, isEmpty, shown, zoom, keysId, onPick, ...rest }: DrawingProps) {
  const { option, picture } = useDrawing(content, rest.height, shown);
  const { attributes, cursor } = useReading({ content, isOn: shown.isOn, zoom, keysId, onPick });
  const [first, last] = zoom.window;
  return (
    <Chart
      option={option}
      label={content.label}
      picture={picture}
      onReset={() => zoom.zoomTo(null)}
      onPick={onPick && ((slot) => onPick(first + slot))}
      onBrush={(from, to) => zoom.zoomTo([first + from, Math.min(first + to, last)])}
      reader={isEmpty ? undefined : attributes}
      cursor={cursor}
      {...rest}
    />
  );
}

export function ChartFrame(props: Props) {
  const { content, title, name, range, rangeText = range, timeZone, height } = props;
  const [showsTable, setShowsTable] = useState(false);
  const [isInteractive, setInteractive] = useState(false);
  const activate = useCallback(() => setInteractive(true), []);
  const { onChart, whenDrawn } = useDrawnChart();
  useLibrary(!props.isPictured);
  const shownState = useShown(`${name} ${range}`);
  const { shown, toggle } = shownState;
  const { isOn, window } = shown;
  const zoom = zoomOf(props, { window, zoomTo: shownState.zoomTo });
  const keysId = useId();
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
  const hasNoLine = hasNoNumber(content.rows);
  const isEmpty = content.isEmpty ?? hasNoLine;
  const file = fileName(name, range);
  const [from = '', to = ''] = zoom.window.map((slot) => content.rows[slot]?.cells()[0]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only prepares the chart and triggers no action
    <div onPointerEnter={activate} onFocus={activate}>
      {head}
      <ChartTools
        legend={legend.map((line) => ({ ...line, isOn: isOn(line.name) }))}
        onToggle={legend.length > 1 ? toggle : undefined}
        extra={
          <>
            {content.extra}
            {isEmpty && !hasNoLine && <span>{props.emptyText}</span>}
          </>
        }
        zone={timeZone}
        zoom={isEmpty ? undefined : { zoom, ends: [from, to], keysId }}
        isInteractive={isInteractive || !props.isPictured}
        showsTable={showsTable}
        onTable={() => setShowsTable(!showsTable)}
        onCsv={() => saveRows(file, columns, inFile)}
        onPng={() => {
          const lines = legend.filter((line) => isOn(line.name));
          const pictureHead = { title: name, range: `${rangeText} · ${timeZone}`, lines };
          void untilLoaded(() => import('./savePng.ts')).then(({ savePng }) =>
            whenDrawn((drawn) => savePng(file, drawn, pictureHead)),
          );
          activate();
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
          <Drawing
            content={content}
            isEmpty={isEmpty}
            shown={shown}
            zoom={zoom}
            keysId={keysId}
            height={height}
            isInteractive={isInteractive}
            onInteraction={activate}
            onChart={onChart}
            parts={props.parts}
            onPick={props.onPick}
          />
          {isEmpty && hasNoLine && <div className={classes.over}>{props.emptyText}</div>}
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
