// Dragging over a chart: the band while one drags, the slots it covers once the library can convert pixels to slots.
import type { EChartsType } from 'echarts/core';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A drag shorter than this is a tap. */
const SHORTEST_DRAG_PX = 8;

interface Options {
  place: RefObject<HTMLElement | null>;
  /** Null until the library has drawn. */
  chart: EChartsType | null;
  /** Position of the pointer or of the last touch; null: none. Written here. */
  pointed: RefObject<{ x: number; y: number } | null>;
  /** First and last slot of a drag. */
  onBrush: ((from: number, to: number) => void) | undefined;
}

export function useDragZoom({ place, chart, pointed, onBrush }: Options) {
  const begin = useRef<number | null>(null);
  const [band, setBand] = useState<[number, number] | null>(null);
  /** Pixels of a finished drag, until the library can convert them. */
  const [dragged, setDragged] = useState<[number, number] | null>(null);

  useEffect(() => {
    if (!dragged || !chart) return;
    setDragged(null);
    const [from = 0, to = 0] = dragged.map((x) => Number(chart.convertFromPixel({ xAxisIndex: 0 }, x)));
    if (to - from >= 2) onBrush?.(Math.max(0, from), to);
  }, [dragged, chart, onBrush]);

  const point = (event: PointerEvent): number => {
    const { left, top } = (place.current ?? event.currentTarget).getBoundingClientRect();
    pointed.current = { x: event.clientX - left, y: event.clientY - top };
    return pointed.current.x;
  };
  const cancel = () => {
    begin.current = null;
    setBand(null);
  };
  return {
    /** Left and right edge in pixels, while and after one drags. */
    band: band ?? dragged,
    handlers: {
      onPointerDown(event: PointerEvent) {
        const x = point(event);
        if (onBrush && event.button === 0) begin.current = x;
      },
      onPointerMove(event: PointerEvent) {
        const x = point(event);
        const from = begin.current;
        if (from === null) return;
        setBand(Math.abs(x - from) < SHORTEST_DRAG_PX ? null : [Math.min(x, from), Math.max(x, from)]);
      },
      onPointerUp() {
        cancel();
        setDragged(band);
      },
      onPointerCancel() {
        // A finger that scrolls the page points at nothing.
        pointed.current = null;
        cancel();
      },
      onPointerLeave(event: PointerEvent) {
        // The place of a lifted finger stays.
        if (event.pointerType !== 'touch') pointed.current = null;
        cancel();
      },
    },
  };
}
