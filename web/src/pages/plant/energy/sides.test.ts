// Both sides of a balance have one sum where all is measured; rounding makes no difference, missing days do.
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
const balance = (given: Partial<Record<keyof PlantBalance, number | null>>): PlantBalance => ({
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
  ...Object.fromEntries(Object.entries(given).map(([flow, energy]) => [flow, figure(energy)])),
});

test('what came is what went, whatever was rounded', () => {
  const { came, went, lacks } = sidesOf(
    balance({ production: 10.123, fromGrid: 2.111, discharge: 1.222, home: 9.457, toGrid: 3, charge: 1 }),
  );
  expect(came.rows.map(({ flow }) => flow)).toEqual(['production', 'fromGrid', 'discharge']);
  expect(went.rows.map(({ flow }) => flow)).toEqual(['home', 'toGrid', 'charge']);
  expect(came.sum).toBeCloseTo(13.456, 9);
  expect([went.sum, lacks]).toEqual([came.sum, null]);
});

test('days that some figures lack are told as a difference', () => {
  const { came, went, lacks } = sidesOf(balance({ production: 20, fromGrid: 2, home: 9, toGrid: 3 }));
  expect([came.sum, went.sum, lacks]).toEqual([22, 12, 10]);
});

test('what is not measured has no sum, and what a plant has not no line', () => {
  const { came, went, lacks } = sidesOf(balance({ production: 20, toGrid: 3 }));
  expect([came.sum, went.sum, lacks]).toEqual([null, null, null]);
  expect(came.rows).toEqual([
    { flow: 'production', energy: 20 },
    { flow: 'fromGrid', energy: null },
  ]);
  expect(went.rows.map(({ flow }) => flow)).toEqual(['home', 'toGrid']);
});
