// One drawing place of fixed height: loads the chart library on first use, follows width and colours, lets one drag a zoom.
import type { EChartsOption } from 'echarts';
import type { EChartsType } from 'echarts/core';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
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
export function useLibrary(): void {
  useEffect(() => {
    const timer = setTimeout(() => requestAnimationFrame(() => void loadLibrary().catch(() => undefined)));
    return () => clearTimeout(timer);
  }, []);
}

interface Props {
  /** Rebuilt when the width or the colours change. */
  option: (ink: Ink, widthPx: number) => EChartsOption;
  /** What the picture shows, for those who do not see it. */
  label: string;
  height: number;
  /** First and last slot of a drag over the chart. */
  onBrush?: (from: number, to: number) => void;
  /** Back to all of it. */
  onReset?: () => void;
  chartRef?: RefObject<EChartsType | null>;
  /** Parts of the library that this chart needs besides, being loaded. */
  parts?: Promise<unknown>;
}

export function Chart({ option, label, height, onBrush, onReset, chartRef, parts }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<EChartsType | null>(null);
  const [widthPx, setWidth] = useState(0);
  const isLost = useIsLost();
  const ink = useInk();
  const drag = useRef<number | null>(null);
  const [band, setBand] = useState<[number, number] | null>(null);

  useEffect(() => {
    const element = place.current!;
    let isGone = false;
    let made: EChartsType | undefined;
    const watch = new ResizeObserver(() => {
      // It tells the first size, too, at which the chart was made.
      if (made && (made.getWidth() !== element.clientWidth || made.getHeight() !== element.clientHeight)) made.resize();
      setWidth(element.clientWidth);
    });
    setWidth(element.clientWidth);
    const draw = ([{ start }]: [typeof import('./echarts.ts'), unknown]) => {
      if (isGone) return;
      made = start(element);
      watch.observe(element);
      setChart(made);
      if (chartRef) chartRef.current = made;
    };
    Promise.all([loadLibrary(), parts]).then(draw, () => undefined);
    return () => {
      isGone = true;
      watch.disconnect();
      made?.dispose();
      if (chartRef) chartRef.current = null;
    };
  }, [chartRef, parts]);

  useEffect(() => {
    // Drawn with the next frame: reading what to draw and drawing it are each long enough.
    if (chart && widthPx > 0) chart.setOption(option(ink, widthPx), { notMerge: true, lazyUpdate: true });
  }, [chart, option, ink, widthPx]);

  const xOf = (event: PointerEvent) => event.clientX - place.current!.getBoundingClientRect().left;
  const slotAt = (x: number): number => Number(chart?.convertFromPixel({ xAxisIndex: 0 }, x) ?? 0);
  const begin = (event: PointerEvent) => {
    if (onBrush && event.button === 0) drag.current = xOf(event);
  };
  const move = (event: PointerEvent) => {
    if (drag.current === null) return;
    const x = xOf(event);
    setBand(
      Math.abs(x - drag.current) < SHORTEST_DRAG_PX ? null : [Math.min(x, drag.current), Math.max(x, drag.current)],
    );
  };
  const end = () => {
    drag.current = null;
    setBand(null);
    if (!band || !chart) return;
    const [from, to] = [slotAt(band[0]), slotAt(band[1])];
    if (to - from >= 2) onBrush?.(Math.max(0, from), to);
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
      onPointerCancel={cancel}
      onPointerLeave={cancel}
      onDoubleClick={onReset}
    >
      <div ref={place} className={classes.place} role="img" aria-label={label} data-drawn={chart ? true : undefined} />
      {!chart && !isLost && <div className={classes.waiting} aria-hidden />}
      {!chart && isLost && <NotLoaded part />}
      {band && <div className={classes.band} style={{ left: band[0], width: band[1] - band[0] }} aria-hidden />}
    </div>
  );
}
