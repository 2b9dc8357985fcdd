// The drawing of a zone: its lines are in the middle of the gaps between modules, equally on all sides.
import type { EventLevel } from '@heliograph/contract/events.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { drawZones } from './drawRoof.ts';
import { looksOf } from './looks.ts';

test('each module is drawn in the middle of its cell', () => {
  const lines: [x: number, y: number][] = [];
  const modules: { x: number; y: number; width: number; height: number }[] = [];
  const noop = () => undefined;
  const context = {
    setTransform: noop,
    beginPath: noop,
    stroke: noop,
    fill: noop,
    roundRect: noop,
    fillText: noop,
    moveTo: (x: number, y: number) => lines.push([x, y]),
    lineTo: (x: number, y: number) => lines.push([x, y]),
    fillRect: (x: number, y: number, width: number, height: number) => modules.push({ x, y, width, height }),
  } as unknown as CanvasRenderingContext2D;
  const zone = { id: 1, name: '', x: 0, y: 0, rotation: 0, tilt: 20, azimuth: 180, orientation: 'portrait' } as const;
  drawZones(
    context,
    [{ zone: { ...zone, rows: 1, columns: 1, modules: [] }, name: 'East', cells: [{ row: 1, column: 1, index: 0 }] }],
    looksOf([300], [undefined], 400),
    { x: 0, y: 0, scale: 60 },
    { borderStrong: '', surface: '', text: '', muted: '', accent: '', warning: '', fault: '' },
    1,
  );
  const [module] = modules;
  const [left, right] = [Math.min(...lines.map(([x]) => x)), Math.max(...lines.map(([x]) => x))];
  const [top, bottom] = [Math.min(...lines.map(([, y]) => y)), Math.max(...lines.map(([, y]) => y))];
  expect(module!.x - left).toBeCloseTo(right - module!.x - module!.width);
  expect(module!.y - top).toBeCloseTo(bottom - module!.y - module!.height);
  expect(module!.x).toBeGreaterThan(left);
});

test('a problem is marked on a module with and without data: solid and red for a fault, dashed for a warning, nothing otherwise', () => {
  const frames: { ink: string; dashed: boolean }[] = [];
  let dash: number[] = [];
  const noop = () => undefined;
  const context = {
    setTransform: noop,
    beginPath: noop,
    stroke: noop,
    fill: noop,
    arc: noop,
    moveTo: noop,
    lineTo: noop,
    fillText: noop,
    fillRect: noop,
    roundRect: noop,
    createPattern: () => null,
    setLineDash: (next: number[]) => {
      dash = next;
    },
    strokeRect: () => frames.push({ ink: String(context.strokeStyle), dashed: dash.length > 0 }),
    strokeStyle: '',
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  onTestFinished(() => void vi.restoreAllMocks());
  const zone = { id: 1, name: '', x: 0, y: 0, rotation: 0, tilt: 20, azimuth: 180, orientation: 'portrait' } as const;
  const draw = (values: (number | null)[], problems: (EventLevel | undefined)[]) => {
    frames.length = 0;
    drawZones(
      context as unknown as CanvasRenderingContext2D,
      [
        {
          zone: { ...zone, rows: 1, columns: values.length, modules: [] },
          name: 'East',
          cells: values.map((_, index) => ({ row: 1, column: index + 1, index })),
        },
      ],
      looksOf(values, problems, 400),
      { x: 0, y: 0, scale: 60 },
      { borderStrong: 'line', surface: 'surface', text: '', muted: '', accent: '', warning: 'warning', fault: 'fault' },
      1,
    );
    return frames.filter(({ ink }) => ink === 'warning' || ink === 'fault');
  };
  expect(draw([300, null, 0], ['fault', 'fault', 'warning'])).toEqual([
    { ink: 'fault', dashed: false },
    { ink: 'fault', dashed: false },
    { ink: 'warning', dashed: true },
  ]);
  expect(draw([300, null], [undefined, undefined])).toEqual([]);
});
