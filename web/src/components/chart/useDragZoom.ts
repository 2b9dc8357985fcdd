// Dragging over a chart: the band during the drag, and the slots it covers once the library can convert pixels to slots.
import type { EChartsType } from 'echarts/core';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A drag shorter than this is a tap. */
const SHORTEST_DRAG_PX = 8;

interface Options {
  container: RefObject<HTMLElement | null>;
  /** Null until the library has drawn. */
  chart: EChartsType | null;
  /** Position of the pointer or last touch, null for none; this hook sets it. */
  pointer: RefObject<{ x: number; y: number } | null>;
  /** First and last slot of a drag. */
  onBrush: ((from: number, to: number) => void) | undefined;
  /** Slot of a click. */
  onPick?: ((slot: number) => void) | undefined;
}

export function useDragZoom({ container, chart, pointer, onBrush, onPick }: Options) {
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

  const trackPointer = (event: PointerEvent): number => {
    const { left, top } = (container.current ?? event.currentTarget).getBoundingClientRect();
    pointer.current = { x: event.clientX - left, y: event.clientY - top };
    return pointer.current.x;
  };
  const cancel = () => {
    begin.current = null;
    setBand(null);
  };
  return {
    /** Left and right edge in pixels, during and after a drag. */
    band: band ?? dragged,
    handlers: {
      onPointerDown(event: PointerEvent) {
        const x = trackPointer(event);
        if (onBrush && event.button === 0) begin.current = x;
      },
      onPointerMove(event: PointerEvent) {
        const x = trackPointer(event);
        const from = begin.current;
        if (from === null) return;
        setBand(Math.abs(x - from) < SHORTEST_DRAG_PX ? null : [Math.min(x, from), Math.max(x, from)]);
      },
      onPointerUp(event: PointerEvent) {
        const isTap = begin.current !== null && !band;
        cancel();
        setDragged(band);
        // A touch shows the tooltip; its table has the links.
        if (!isTap || !onPick || !chart || event.pointerType === 'touch') return;
        const at: [number, number] = [trackPointer(event), pointer.current!.y];
        if (chart.containPixel('grid', at)) onPick(Number(chart.convertFromPixel({ xAxisIndex: 0 }, at[0])));
      },
      onPointerCancel() {
        // A finger that scrolls the page has no position.
        pointer.current = null;
        cancel();
      },
      onPointerLeave(event: PointerEvent) {
        // The position of a lifted finger is retained.
        if (event.pointerType !== 'touch') pointer.current = null;
        cancel();
      },
    },
  };
}
