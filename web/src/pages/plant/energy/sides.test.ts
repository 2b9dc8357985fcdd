// Both sides of a balance have the same sum where every flow is measured, despite rounding; missing days make them differ.
import type { PlantBalance } from '@heliograph/contract/entities/statistics.ts';
import { expect, test } from 'vitest';
import { sidesOf } from './sides.ts';

const figure = (energy: number | null) => ({
  energy,
  unit: 'kWh' as const,
  source: 'counted' as const,
  completeness: 1,
  spread: 0,
  missing: [],
});
const balance = (energies: Partial<Record<keyof PlantBalance, number | null>>): PlantBalance => ({
  production: figure(null),
  fromGrid: figure(null),
  toGrid: figure(null),
  charge: figure(null),
  discharge: figure(null),
  generator: figure(null),
  home: figure(null),
  measuredHome: figure(null),
  unmeasured: figure(null),
  ownUse: figure(null),
  autarchy: null,
  money: null,
  ...Object.fromEntries(Object.entries(energies).map(([flow, energy]) => [flow, figure(energy)])),
});

test('returns the same sum for sources and uses despite rounding', () => {
  const { sources, uses, differenceKwh } = sidesOf(
    balance({ production: 10.123, fromGrid: 2.111, discharge: 1.222, home: 9.457, toGrid: 3, charge: 1 }),
  );
  expect(sources.rows.map(({ flow }) => flow)).toEqual(['production', 'fromGrid', 'discharge']);
  expect(uses.rows.map(({ flow }) => flow)).toEqual(['home', 'toGrid', 'charge']);
  expect(sources.sum).toBeCloseTo(13.456, 9);
  expect([uses.sum, differenceKwh]).toEqual([sources.sum, null]);
});

test('returns the difference when some figures lack days', () => {
  const { sources, uses, differenceKwh } = sidesOf(balance({ production: 20, fromGrid: 2, home: 9, toGrid: 3 }));
  expect([sources.sum, uses.sum, differenceKwh]).toEqual([22, 12, 10]);
});

test('returns no sum for a side with an unmeasured flow, and no row for a flow the plant lacks', () => {
  const { sources, uses, differenceKwh } = sidesOf(balance({ production: 20, toGrid: 3 }));
  expect([sources.sum, uses.sum, differenceKwh]).toEqual([null, null, null]);
  expect(sources.rows).toEqual([
    { flow: 'production', energy: 20 },
    { flow: 'fromGrid', energy: null },
  ]);
  expect(uses.rows.map(({ flow }) => flow)).toEqual(['home', 'toGrid']);
});
