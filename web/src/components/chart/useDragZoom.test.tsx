import { act, renderHook } from '@testing-library/react';
import type { EChartsType } from 'echarts/core';
import type { PointerEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { useDragZoom } from './useDragZoom.ts';

/** Ten pixels per slot. */
const CHART = {
  convertFromPixel: (_finder: unknown, x: number) => x / 10,
  containPixel: (_finder: unknown, [x]: [number, number]) => x >= 20,
} as unknown as EChartsType;

function open(first: EChartsType | null) {
  const onBrush = vi.fn();
  const onPick = vi.fn();
  const pointer = { current: null as { x: number; y: number } | null };
  const container = { current: document.createElement('div') };
  const { result, rerender } = renderHook(({ chart }) => useDragZoom({ container, chart, pointer, onBrush, onPick }), {
    initialProps: { chart: first },
  });
  const at = (x: number, pointerType = 'mouse') => ({ clientX: x, clientY: 5, button: 0, pointerType }) as PointerEvent;
  const drag = (from: number, to: number) => {
    act(() => result.current.handlers.onPointerDown(at(from)));
    act(() => result.current.handlers.onPointerMove(at(to)));
  };
  const release = () => act(() => result.current.handlers.onPointerUp(at(0)));
  return { result, rerender, onBrush, onPick, pointer, at, drag, release };
}

test('reports the slots of a drag in either direction', () => {
  for (const [from, to] of [
    [50, 120],
    [120, 50],
  ] as const) {
    const { result, onBrush, drag, release } = open(CHART);
    drag(from, to);
    expect(result.current.band).toEqual([50, 120]);
    release();
    expect(onBrush.mock.calls).toEqual([[5, 12]]);
    expect(result.current.band).toBeNull();
  }
});

test('treats a drag of a few pixels as a tap', () => {
  const { result, onBrush, drag, release } = open(CHART);
  drag(50, 57);
  expect(result.current.band).toBeNull();
  release();
  expect(onBrush).not.toHaveBeenCalled();
});

test('defers a drag until the library has drawn', () => {
  const { result, rerender, onBrush, drag, release } = open(null);
  drag(50, 120);
  release();
  expect(onBrush).not.toHaveBeenCalled();
  expect(result.current.band).toEqual([50, 120]);
  rerender({ chart: CHART });
  expect(onBrush.mock.calls).toEqual([[5, 12]]);
});

test('remembers the position of a lifted finger, and clears that of a mouse that leaves', () => {
  const { result, pointer, at } = open(CHART);
  act(() => result.current.handlers.onPointerMove(at(30, 'touch')));
  act(() => result.current.handlers.onPointerLeave(at(30, 'touch')));
  expect(pointer.current).toEqual({ x: 30, y: 5 });
  act(() => result.current.handlers.onPointerLeave(at(30)));
  expect(pointer.current).toBeNull();
});

test('reports the slot of a click inside the axes, but of no drag and no touch', () => {
  const { result, onPick, onBrush, at, drag, release } = open(CHART);
  const click = (x: number, pointerType?: string) => {
    act(() => result.current.handlers.onPointerDown(at(x, pointerType)));
    act(() => result.current.handlers.onPointerUp(at(x, pointerType)));
  };
  click(70);
  expect(onPick.mock.calls).toEqual([[7]]);
  click(10);
  click(70, 'touch');
  drag(50, 120);
  release();
  expect(onPick).toHaveBeenCalledTimes(1);
  expect(onBrush).toHaveBeenCalledTimes(1);
});
