// Lines of several energies: each with its own provenance, and all with the same periods.
import type { Provenance } from '@heliograph/contract/entities/statistics.ts';
import { expect, test } from 'vitest';
import { flowLines } from './flowLines.ts';

const counted: Provenance = { source: 'counted', completeness: 1 };
const none: Provenance = { source: 'none', completeness: 0 };
const line = (name: string, data: (number | null)[]) => ({ name, unit: 'kWh', data, stack: '' });
const years = ['2024', '2025', '2026'].map((year) => `${year}-01-01T00:00:00+01:00`);
const sun = { rise: null, set: null };

test('production has the chart’s provenance, each flow its own, and a flow that began later lacks the earlier years', () => {
  const lines = flowLines(
    {
      series: [line('Production', [null, 900, 800]), line('Charge', [null, null, 100])],
      xAxisIso: years,
      sun,
      provenance: [none, counted, counted],
      flowProvenance: [[none, none, counted]],
    },
    'year',
    '2026-11-22',
  );
  expect(lines.map(({ name, slots }) => [name, slots.map(({ period, energyKwh }) => [period, energyKwh])])).toEqual([
    [
      'Production',
      [
        ['2025', 900],
        ['2026', 800],
      ],
    ],
    [
      'Charge',
      [
        ['2025', null],
        ['2026', 100],
      ],
    ],
  ]);
  expect(lines.map(({ slots }) => slots.map(({ provenance }) => provenance))).toEqual([
    [counted, counted],
    [null, counted],
  ]);
});

test('a meter has flows only, each with its own provenance', () => {
  const [fromGrid] = flowLines(
    {
      series: [line('From grid', [1, 2, 3])],
      xAxisIso: years,
      sun,
      provenance: [],
      flowProvenance: [[counted, counted, none]],
    },
    'year',
    '2026-11-22',
  );
  expect(fromGrid!.slots.map(({ provenance }) => provenance?.source)).toEqual(['counted', 'counted', 'none']);
});
