// One drawing place of fixed height: a picture at once where there is one, the chart library on first use; follows width and colours, lets one drag a zoom.
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsLost } from '../../api/connection.ts';
import { untilLoaded } from '../../api/loading.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import classes from './chart.module.css';
import { type Ink, useInk } from './ink.ts';
import { useDragZoom } from './useDragZoom.ts';

let library: Promise<typeof import('./echarts.ts')> | undefined;

/** The library, a third of what a page with a chart loads; a failed load is retried. */
function loadLibrary(): Promise<typeof import('./echarts.ts')> {
  // Parsing that much takes a while: drawing yields to whatever else is queued.
  library ??= untilLoaded(() => import('./echarts.ts')).then(
    (file) => new Promise((done) => setTimeout(() => done(file))),
  );
  library.catch(() => {
    library = undefined;
  });
  return library;
}

/** Loads the library before there is anything to draw, but after the page's figures are painted. */
export function useLibrary(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => requestAnimationFrame(() => void loadLibrary().catch(() => undefined)));
    return () => clearTimeout(timer);
  }, [isWanted]);
}

/** Delay from the picture until an untouched chart is prepared for interaction. */
const IDLE_DELAY_MS = 5000;

/** Calls once the page has been idle for a while; never where the browser saves data. */
function whenIdle(act: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(act);
    else act();
  }, IDLE_DELAY_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

interface Props {
  /** Rebuilt when the width or the colours change. */
  option: (ink: Ink, widthPx: number) => EChartsOption;
  /** The same drawn without the library, mark for mark; null where only the library can. Left out: there is none. */
  picture?: ((widthPx: number) => ReactNode) | undefined;
  /** Somebody has begun an interaction that the picture does not support. */
  isWanted: boolean;
  onWanted: () => void;
  /** Text alternative of the picture. */
  label: string;
  height: number;
  /** First and last slot of a drag over the chart. */
  onBrush?: (from: number, to: number) => void;
  /** Back to all of it. */
  onReset?: () => void;
  /** Called once the library has drawn it, and with null when it is disposed of. */
  onChart?: (chart: EChartsType | null) => void;
  /** Parts of the library that this chart needs besides, being loaded. */
  parts?: Promise<unknown>;
}

/** Width of the element, followed; measured before the first paint, so that the first frame has the picture. */
function useWidth(place: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    watch.observe(element);
    return () => watch.disconnect();
  }, [place]);
  return widthPx;
}

interface ChartOptions extends Pick<Props, 'onChart' | 'parts'> {
  place: RefObject<HTMLElement | null>;
  isNeeded: boolean;
  /** False when the chart is disposed of. */
  setDrawn: (hasDrawn: boolean) => void;
}

/** An empty chart of the library in the place, from when it is needed and loaded until it is not needed any more. */
function useChart({ place, isNeeded, onChart, parts, setDrawn }: ChartOptions): EChartsType | null {
  const [chart, setChart] = useState<EChartsType | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isGone = false;
    let made: EChartsType | undefined;
    // It reports the first size as well, at which the chart was made.
    const watch = new ResizeObserver(([entry]) => {
      if (!entry || !made) return;
      const { clientWidth, clientHeight } = entry.target;
      if (made.getWidth() !== clientWidth || made.getHeight() !== clientHeight) made.resize();
    });
    const start = ([library]: [typeof import('./echarts.ts'), unknown]) => {
      const element = place.current;
      if (isGone || !element) return;
      made = library.start(element);
      watch.observe(element);
      setChart(made);
    };
    Promise.all([loadLibrary(), parts]).then(start, () => undefined);
    return () => {
      isGone = true;
      watch.disconnect();
      made?.dispose();
      setChart(null);
      setDrawn(false);
      onChart?.(null);
    };
  }, [place, isNeeded, onChart, parts, setDrawn]);
  return chart;
}

export function Chart(props: Props) {
  const { option, picture, isWanted, onWanted, label, height, onBrush, onReset, onChart, parts } = props;
  const place = useRef<HTMLDivElement>(null);
  const [hasDrawn, setDrawn] = useState(false);
  const widthPx = useWidth(place);
  const isLost = useIsLost();
  const ink = useInk();
  /** Position of the pointer or of the last touch, for the library, which was not there to see it. */
  const pointed = useRef<{ x: number; y: number } | null>(null);

  const drawn = useMemo(() => (hasDrawn || widthPx === 0 ? null : picture?.(widthPx)), [hasDrawn, picture, widthPx]);
  const needsLibrary = isWanted || !picture || (widthPx > 0 && !drawn);
  const hasPicture = Boolean(drawn);

  useEffect(() => (hasPicture && !needsLibrary ? whenIdle(onWanted) : undefined), [hasPicture, needsLibrary, onWanted]);

  const chart = useChart({ place, isNeeded: needsLibrary, onChart, parts, setDrawn });

  useEffect(() => {
    // Drawn with the next frame: reading what to draw and drawing it are each long enough.
    if (chart && widthPx > 0) chart.setOption(option(ink, widthPx), { notMerge: true, lazyUpdate: true });
  }, [chart, option, ink, widthPx]);

  useEffect(() => {
    if (!chart) return;
    const show = () => {
      chart.off('finished', show);
      // In the frame in which the library has drawn, so that picture and chart never both miss.
      flushSync(() => setDrawn(true));
      onChart?.(chart);
      if (pointed.current) chart.dispatchAction({ type: 'showTip', ...pointed.current });
    };
    chart.on('finished', show);
  }, [chart, onChart]);

  const { band, handlers } = useDragZoom({ place, chart: hasDrawn ? chart : null, pointed, onBrush });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging only zooms; the table holds every figure
    <div
      className={classes.frame}
      style={{ height }}
      data-brush={onBrush ? true : undefined}
      {...handlers}
      onDoubleClick={onReset}
    >
      <div
        className={classes.place}
        role="img"
        aria-label={label}
        data-drawn={chart || drawn ? true : undefined}
        data-answers={hasDrawn || undefined}
      >
        {drawn}
        <div ref={place} className={classes.place} />
      </div>
      {!chart && !drawn && !isLost && <div className={classes.waiting} aria-hidden />}
      {!chart && !drawn && isLost && <NotLoaded part />}
      {band && <div className={classes.band} style={{ left: band[0], width: band[1] - band[0] }} aria-hidden />}
    </div>
  );
}
