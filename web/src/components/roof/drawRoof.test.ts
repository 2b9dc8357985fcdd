// The drawing of a zone: its lines are in the middle of the gaps between modules, equally on all sides.
import { expect, test } from 'vitest';
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
    fillText: noop,
    moveTo: (x: number, y: number) => lines.push([x, y]),
    lineTo: (x: number, y: number) => lines.push([x, y]),
    fillRect: (x: number, y: number, width: number, height: number) => modules.push({ x, y, width, height }),
  } as unknown as CanvasRenderingContext2D;
  const zone = { id: 1, name: '', x: 0, y: 0, rotation: 0, tilt: 20, azimuth: 180, orientation: 'portrait' } as const;
  drawZones(
    context,
    [{ zone: { ...zone, rows: 1, columns: 1, modules: [] }, name: 'East', cells: [{ row: 1, column: 1, index: 0 }] }],
    looksOf([300], [false], 400),
    { x: 0, y: 0, scale: 60 },
    { borderStrong: '', surface: '', text: '', muted: '', accent: '', fault: '' },
    1,
  );
  const [module] = modules;
  const [left, right] = [Math.min(...lines.map(([x]) => x)), Math.max(...lines.map(([x]) => x))];
  const [top, bottom] = [Math.min(...lines.map(([, y]) => y)), Math.max(...lines.map(([, y]) => y))];
  expect(module!.x - left).toBeCloseTo(right - module!.x - module!.width);
  expect(module!.y - top).toBeCloseTo(bottom - module!.y - module!.height);
  expect(module!.x).toBeGreaterThan(left);
});
