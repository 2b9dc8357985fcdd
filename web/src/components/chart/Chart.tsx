// One drawing place of fixed height: a picture at once where there is one, the chart library on first use; follows width and colours, lets one drag a zoom.
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsLost } from '../../api/connection.ts';
import { untilLoaded } from '../../api/loading.ts';
import { NotLoaded } from '../NotLoaded.tsx';
import classes from './chart.module.css';
import { type Ink, useInk } from './ink.ts';

/** A drag shorter than this is a tap. */
const SHORTEST_DRAG_PX = 8;

let library: Promise<typeof import('./echarts.ts')> | undefined;

/** The library, a third of what a page with a chart loads; one that could not be loaded is asked for again. */
function loadLibrary(): Promise<typeof import('./echarts.ts')> {
  // Reading that much takes a while in itself: what is drawn with it comes after whatever else waits.
  library ??= untilLoaded(() => import('./echarts.ts')).then(
    (file) => new Promise((done) => setTimeout(() => done(file))),
  );
  library.catch(() => {
    library = undefined;
  });
  return library;
}

/** Asks for the library before there is anything to draw, once the page's figures stand: they come first. */
export function useLibrary(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const timer = setTimeout(() => requestAnimationFrame(() => void loadLibrary().catch(() => undefined)));
    return () => clearTimeout(timer);
  }, [isWanted]);
}

/** So long after its picture a chart that nobody has touched is got ready for who does. */
const REST_MS = 5000;

/** Calls once the page has stood for a while and has nothing else to do; who pays for each byte waits for a touch. */
function atRest(act: () => void): () => void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  if (connection?.saveData) return () => undefined;
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(act);
    else act();
  }, REST_MS);
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
  /** Somebody has begun to do something with it that the picture cannot. */
  isWanted: boolean;
  onWanted: () => void;
  /** What the picture shows, for those who do not see it. */
  label: string;
  height: number;
  /** First and last slot of a drag over the chart. */
  onBrush?: (from: number, to: number) => void;
  /** Back to all of it. */
  onReset?: () => void;
  /** Told once the library has drawn it, and null when it is gone. */
  onChart?: (chart: EChartsType | null) => void;
  /** Parts of the library that this chart needs besides, being loaded. */
  parts?: Promise<unknown>;
}

export function Chart(props: Props) {
  const { option, picture, isWanted, onWanted, label, height, onBrush, onReset, onChart, parts } = props;
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [hasDrawn, setDrawn] = useState(false);
  const [widthPx, setWidth] = useState(0);
  const isLost = useIsLost();
  const ink = useInk();
  const drag = useRef<number | null>(null);
  const [band, setBand] = useState<[number, number] | null>(null);
  /** What was dragged over, until the library is there to say which slots that are. */
  const [dragged, setDragged] = useState<[number, number] | null>(null);
  /** Where the pointer is or a finger was, for the library, which did not see it come. */
  const pointed = useRef<{ x: number; y: number } | null>(null);

  const drawn = useMemo(() => (hasDrawn || widthPx === 0 ? null : picture?.(widthPx)), [hasDrawn, picture, widthPx]);
  const needsLibrary = isWanted || !picture || (widthPx > 0 && !drawn);
  const hasPicture = Boolean(drawn);

  // Before anything is painted: the first frame has the picture.
  useLayoutEffect(() => {
    const element = place.current!;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    setWidth(element.clientWidth);
    watch.observe(element);
    return () => watch.disconnect();
  }, []);

  useEffect(() => (hasPicture && !needsLibrary ? atRest(onWanted) : undefined), [hasPicture, needsLibrary, onWanted]);

  useEffect(() => {
    if (!needsLibrary) return;
    let isGone = false;
    let made: EChartsType | undefined;
    // It tells the first size, too, at which the chart was made.
    const watch = new ResizeObserver(([place]) => {
      const { clientWidth, clientHeight } = place!.target;
      if (made && (made.getWidth() !== clientWidth || made.getHeight() !== clientHeight)) made.resize();
    });
    const draw = ([{ start }]: [typeof import('./echarts.ts'), unknown]) => {
      const element = place.current;
      if (isGone || !element) return;
      made = start(element);
      watch.observe(element);
      setChart(made);
    };
    Promise.all([loadLibrary(), parts]).then(draw, () => undefined);
    return () => {
      isGone = true;
      watch.disconnect();
      made?.dispose();
      setChart(null);
      setDrawn(false);
      onChart?.(null);
    };
  }, [needsLibrary, onChart, parts]);

  useEffect(() => {
    // Drawn with the next frame: reading what to draw and drawing it are each long enough.
    if (chart && widthPx > 0) chart.setOption(option(ink, widthPx), { notMerge: true, lazyUpdate: true });
  }, [chart, option, ink, widthPx]);

  useEffect(() => {
    if (!chart) return;
    const taken = () => {
      chart.off('finished', taken);
      // In the frame in which the library has drawn, so that there is always one of the two.
      flushSync(() => setDrawn(true));
      onChart?.(chart);
      if (pointed.current) chart.dispatchAction({ type: 'showTip', ...pointed.current });
    };
    chart.on('finished', taken);
  }, [chart, onChart]);

  useEffect(() => {
    if (!dragged || !chart || !hasDrawn) return;
    setDragged(null);
    const [from = 0, to = 0] = dragged.map((x) => Number(chart.convertFromPixel({ xAxisIndex: 0 }, x)));
    if (to - from >= 2) onBrush?.(Math.max(0, from), to);
  }, [dragged, chart, hasDrawn, onBrush]);

  const over = band ?? dragged;
  const xOf = (event: PointerEvent) => event.clientX - place.current!.getBoundingClientRect().left;
  const point = (event: PointerEvent) => {
    const { left, top } = place.current!.getBoundingClientRect();
    pointed.current = { x: event.clientX - left, y: event.clientY - top };
  };
  const begin = (event: PointerEvent) => {
    point(event);
    if (onBrush && event.button === 0) drag.current = xOf(event);
  };
  const move = (event: PointerEvent) => {
    point(event);
    if (drag.current === null) return;
    const x = xOf(event);
    setBand(
      Math.abs(x - drag.current) < SHORTEST_DRAG_PX ? null : [Math.min(x, drag.current), Math.max(x, drag.current)],
    );
  };
  const end = () => {
    drag.current = null;
    setBand(null);
    setDragged(band);
  };
  const cancel = () => {
    drag.current = null;
    setBand(null);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging only zooms; the table holds every figure
    <div
      className={classes.frame}
      style={{ height }}
      data-brush={onBrush ? true : undefined}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => {
        // A finger that scrolls the page points at nothing.
        pointed.current = null;
        cancel();
      }}
      onPointerLeave={(event) => {
        // A finger that is lifted has pointed all the same.
        if (event.pointerType !== 'touch') pointed.current = null;
        cancel();
      }}
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
      {over && <div className={classes.band} style={{ left: over[0], width: over[1] - over[0] }} aria-hidden />}
    </div>
  );
}
