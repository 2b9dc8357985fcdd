// Proposed layouts: each module once, each cell once, and zones that do not overlap.
import { PANEL } from '@heliograph/contract/layout.ts';
import { MAX_ZONE_SIDE } from '@heliograph/contract/limits.ts';
import { expect, test } from 'vitest';
import { arrange, type LooseModule } from './arrange.ts';

const module = (n: number, more: Partial<LooseModule> = {}): LooseModule => ({
  sn: `SN${String(n).padStart(5, '0')}`,
  input: 1,
  pageName: '',
  stringNumber: null,
  tilt: 30,
  azimuth: 180,
  orientation: 'portrait' as const,
  ...more,
});
const modules = (count: number, more: (n: number) => Partial<LooseModule> = () => ({})) =>
  Array.from({ length: count }, (_, n) => module(n, more(n)));

test.each([1, 2, 3, 24, 1000, 10_000])('%i modules of the same orientation form one zone without a gap', (count) => {
  const zones = arrange(modules(count));
  expect(zones).toHaveLength(1);
  const [{ rows, columns, modules: placed }] = zones as [(typeof zones)[number]];
  expect(placed).toHaveLength(count);
  expect(new Set(placed.map(({ sn }) => sn)).size).toBe(count);
  expect(new Set(placed.map(({ row, column }) => `${row} ${column}`)).size).toBe(count);
  expect(placed.every(({ row, column }) => row <= rows && column <= columns)).toBe(true);
  expect(rows * columns - count).toBeLessThan(columns);
  expect(Math.max(rows, columns)).toBeLessThanOrEqual(MAX_ZONE_SIDE);
});

test('zones lie side by side without overlapping, clockwise from north, unknown azimuths last', () => {
  const azimuths = [270, 90, 180, null];
  const zones = arrange(
    modules(40, (n) => ({ azimuth: azimuths[n % 4]!, orientation: n % 4 === 1 ? 'landscape' : 'portrait' })),
  );
  expect(zones.map(({ azimuth }) => azimuth)).toEqual([90, 180, 270, null]);
  const boxes = zones.map(({ x, y, rows, columns, orientation }) => ({
    left: x,
    top: y,
    right: x + columns * PANEL[orientation].width,
    bottom: y + rows * PANEL[orientation].height,
  }));
  for (const [n, one] of boxes.entries())
    for (const other of boxes.slice(n + 1)) {
      const isApart =
        one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      expect(isApart).toBe(true);
    }
});

test('modules of a string and of a device are adjacent, and a page shared by a whole zone names it', () => {
  const strings = [2, 1, 2, 1];
  const [zone] = arrange(strings.map((stringNumber, n) => module(n, { stringNumber, pageName: 'Barn' })));
  expect(zone!.name).toBe('Barn');
  expect(zone!.modules.map(({ sn }) => sn.slice(-1)).join('')).toBe('1302');
  expect(arrange([module(1, { pageName: 'Barn' }), module(2)])[0]!.name).toBe('');
  expect(arrange([module(1, { input: 2 }), module(1)])[0]!.modules.map(({ input }) => input)).toEqual([1, 2]);
  expect(arrange([])).toEqual([]);
});
