// Mirrored stacks: the parts above zero add up to consumption, every measured energy is drawn whole, and unknown parts stay unknown.
import { expect, test } from 'vitest';
import type { EnergySlot } from './energyOption.ts';
import { type FlowSlots, mirrored, sumsOf } from './mirrored.ts';

const line = (name: string, ...energies: (number | null)[]): FlowSlots => ({
  name,
  slots: energies.map(
    (energyKwh, day): EnergySlot => ({
      period: `2026-11-0${day + 1}`,
      label: String(day + 1),
      longLabel: `day ${day + 1}`,
      energyKwh,
      provenance: null,
      isOutside: false,
    }),
  ),
});
const valuesOf = (lines: readonly FlowSlots[]) =>
  Object.fromEntries(lines.map(({ name, slots }) => [name, slots.map(({ energyKwh }) => energyKwh)]));

/** Home is production + import + discharge - export - charge. */
const home = [
  line('Production', 20, 12),
  line('Consumption', 11, 14),
  line('From grid', 1, 5),
  line('To grid', 7, 1),
  line('Charge', 6, 4),
  line('Discharge', 3, 2),
];

test('the stacks above zero add up to consumption, those below to export and charging', () => {
  const lines = mirrored(home);
  expect(valuesOf(lines)).toEqual({
    Production: [7, 7],
    Discharge: [3, 2],
    'From grid': [1, 5],
    'To grid': [7, 1],
    Charge: [6, 4],
  });
  expect(sumsOf(lines, false)).toEqual([11, 14]);
  expect(sumsOf(lines, true)).toEqual([13, 5]);
});

test('everything measured is drawn whole when the battery was charged from the grid', () => {
  const lines = mirrored([
    line('Production', 2),
    line('From grid', 20),
    line('To grid', 0),
    line('Charge', 5),
    line('Discharge', 4),
  ]);
  expect(valuesOf(lines)).toEqual({ Production: [0], Discharge: [4], 'From grid': [20], 'To grid': [0], Charge: [5] });
});

test('a part of production is unknown where export is, never all of it', () => {
  const lines = mirrored([line('Production', 20, 20), line('From grid', 1, null), line('To grid', 7, null)]);
  expect(valuesOf(lines)).toEqual({ Production: [13, null], 'From grid': [1, null], 'To grid': [7, null] });
  expect(sumsOf(lines, true)).toEqual([7, null]);
});

test('production is drawn whole where export is not measured, and consumption only where nothing supplies it', () => {
  const [production] = mirrored([line('Production', 20), line('Consumption', 8)]);
  expect(production).toMatchObject({ name: 'Production', isDirect: false, slots: [{ energyKwh: 20 }] });
  expect(mirrored([line('Consumption', 8)]).map(({ name }) => name)).toEqual(['Consumption']);
});
