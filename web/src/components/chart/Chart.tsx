// One chart of fixed height: an SVG picture at once where there is one, the chart library on first use; follows width and colours, zooms by dragging.
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import {
  type HTMLAttributes,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useIsLost } from '../../api/connection.ts';
import { untilLoaded } from '../../api/loading.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import classes from './chart.module.css';
import { type Ink, useInk } from './ink.ts';
import { useDragZoom } from './useDragZoom.ts';

let library: Promise<typeof import('./echarts.ts')> | undefined;

/** Loads the library, a third of the size of a page with a chart; a failed load is retried. */
function loadLibrary(): Promise<typeof import('./echarts.ts')> {
  // Parsing takes a while, so drawing yields to other queued tasks.
  library ??= untilLoaded(() => import('./echarts.ts')).then(
    (file) => new Promise((done) => setTimeout(() => done(file))),
  );
  library.catch(() => {
    library = undefined;
  });
  return library;
}

/** Loads the library before there is anything to draw, but after the page's figures are painted. */
export function useLibrary(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setTimeout(() => requestAnimationFrame(() => void loadLibrary().catch(() => undefined)));
    return () => clearTimeout(timer);
  }, [isNeeded]);
}

/** Delay from the picture until an untouched chart is prepared for interaction. */
const IDLE_DELAY_MS = 5000;

/** Calls `action` once the page has been idle for a while; never when the browser saves data. Returns the function that cancels it. */
function whenIdle(action: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(action);
    else action();
  }, IDLE_DELAY_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

interface Props {
  /** Rebuilt when the width or the colours change. */
  option: (ink: Ink, widthPx: number) => EChartsOption;
  /** The same chart drawn without the library, identical in every mark; null where only the library can draw it. Omitted when there is none. */
  picture?: ((widthPx: number) => ReactNode) | undefined;
  /** The user has begun an interaction that the picture does not support. */
  isInteractive: boolean;
  onInteraction: () => void;
  /** Text alternative of the picture. */
  label: string;
  height: number;
  /** First and last slot of a drag over the chart. */
  onBrush?: (from: number, to: number) => void;
  /** Slot of a click, drawn with a hand as its pointer. */
  onPick?: ((slot: number) => void) | undefined;
  /** Ends the zoom. */
  onReset?: () => void;
  /** Called once the library has drawn the chart, and with null when it is disposed. */
  onChart?: (chart: EChartsType | null) => void;
  /** Promise of further parts of the library that this chart needs. */
  parts?: Promise<unknown>;
  /** Attributes of the element that keys read; none when there is nothing to read. */
  reader?: HTMLAttributes<HTMLElement> | undefined;
  /** Slot whose values are shown as if the pointer were there; null: none. */
  cursor?: number | null;
}

/** Follows the width of the element in pixels; measured before the first paint, so that the first frame has the picture. */
function useWidth(container: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    watch.observe(element);
    return () => watch.disconnect();
  }, [container]);
  return widthPx;
}

interface ChartOptions extends Pick<Props, 'onChart' | 'parts'> {
  container: RefObject<HTMLElement | null>;
  isNeeded: boolean;
  /** Called with false when the chart is disposed. */
  setDrawn: (hasDrawn: boolean) => void;
}

/** Returns an empty chart of the library in the container, from when it is needed and loaded until it is no longer needed. */
function useChart({ container, isNeeded, onChart, parts, setDrawn }: ChartOptions): EChartsType | null {
  const [chart, setChart] = useState<EChartsType | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isUnmounted = false;
    let created: EChartsType | undefined;
    // The observer also reports the first size, at which the chart was created.
    const watch = new ResizeObserver(([entry]) => {
      if (!entry || !created) return;
      const { clientWidth, clientHeight } = entry.target;
      if (created.getWidth() !== clientWidth || created.getHeight() !== clientHeight) created.resize();
    });
    const start = ([library]: [typeof import('./echarts.ts'), unknown]) => {
      const element = container.current;
      if (isUnmounted || !element) return;
      created = library.start(element);
      watch.observe(element);
      setChart(created);
    };
    Promise.all([loadLibrary(), parts]).then(start, () => undefined);
    return () => {
      isUnmounted = true;
      watch.disconnect();
      created?.dispose();
      setChart(null);
      setDrawn(false);
      onChart?.(null);
    };
  }, [container, isNeeded, onChart, parts, setDrawn]);
  return chart;
}

/** Shows the values of a slot as the pointer does, again after each change of the option. */
function useCursor(chart: EChartsType | null, cursor: number | null, option: Props['option']): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another option is drawn without the tooltip of the one before
  useEffect(() => {
    if (!chart || cursor === null) return;
    const show = () => {
      chart.off('finished', show);
      const x = Number(chart.convertToPixel({ xAxisIndex: 0 }, cursor));
      chart.dispatchAction({ type: 'showTip', x, y: chart.getHeight() / 2 });
    };
    // An option that is not drawn yet has no pixels.
    chart.on('finished', show);
    chart.getZr().refresh();
    return () => {
      chart.off('finished', show);
      chart.dispatchAction({ type: 'hideTip' });
    };
  }, [chart, cursor, option]);
}

export function Chart(props: Props) {
  const { option, picture, isInteractive, onInteraction, label, height, onBrush, onPick, onReset, onChart, parts } =
    props;
  const { reader, cursor = null } = props;
  const container = useRef<HTMLDivElement>(null);
  const [hasDrawn, setDrawn] = useState(false);
  const widthPx = useWidth(container);
  const isLost = useIsLost();
  const ink = useInk();
  /** Position of the pointer or last touch, for the library, which is loaded later. */
  const pointer = useRef<{ x: number; y: number } | null>(null);

  const drawnPicture = useMemo(
    () => (hasDrawn || widthPx === 0 ? null : picture?.(widthPx)),
    [hasDrawn, picture, widthPx],
  );
  const needsLibrary = isInteractive || !picture || (widthPx > 0 && !drawnPicture);
  const hasPicture = Boolean(drawnPicture);

  useEffect(
    () => (hasPicture && !needsLibrary ? whenIdle(onInteraction) : undefined),
    [hasPicture, needsLibrary, onInteraction],
  );

  const chart = useChart({ container, isNeeded: needsLibrary, onChart, parts, setDrawn });

  useEffect(() => {
    // Drawn in the next frame, because building the option and drawing it each take long enough.
    if (chart && widthPx > 0) chart.setOption(option(ink, widthPx), { notMerge: true, lazyUpdate: true });
  }, [chart, option, ink, widthPx]);

  useCursor(hasDrawn ? chart : null, cursor, option);

  useEffect(() => {
    if (!chart) return;
    const show = () => {
      chart.off('finished', show);
      // In the frame in which the library has drawn, so that there is never neither a picture nor a chart.
      flushSync(() => setDrawn(true));
      onChart?.(chart);
      if (pointer.current) chart.dispatchAction({ type: 'showTip', ...pointer.current });
    };
    chart.on('finished', show);
  }, [chart, onChart]);

  const { band, handlers } = useDragZoom({ container, chart: hasDrawn ? chart : null, pointer, onBrush, onPick });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging only zooms; the table contains every figure
    <div
      className={classes.frame}
      style={{ height }}
      data-brush={onBrush ? true : undefined}
      data-pick={onPick ? true : undefined}
      {...handlers}
      onDoubleClick={onReset}
    >
      <div className={classes.place} {...reader}>
        <div
          className={classes.place}
          role="img"
          aria-label={label}
          data-drawn={chart || drawnPicture ? true : undefined}
          data-answers={hasDrawn || undefined}
        >
          {drawnPicture}
          <div ref={container} className={classes.place} />
        </div>
      </div>
      {!chart && !drawnPicture && !isLost && <div className={classes.waiting} aria-hidden />}
      {!chart && !drawnPicture && isLost && <NotLoaded part />}
      {band && <div className={classes.band} style={{ left: band[0], width: band[1] - band[0] }} aria-hidden />}
    </div>
  );
}
