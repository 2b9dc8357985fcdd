// Columns of readings: decimal points are aligned and do not move during scrolling; temperatures are in the unit of the plant.
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { readingColumns, widened } from './readingColumns.tsx';
import type { Reading } from './useReadings.ts';

const COLUMNS = [
  { name: 'powerW', title: 'Power', unit: 'W' },
  { name: 'temperatureC', title: 'Temperature', unit: '°C' },
];
const t = ((key: string) => key) as unknown as TFunction;
const reading = (values: Record<string, number | null>): Reading => ({
  atMs: 0,
  iso: '',
  time: '2026-06-15 11:58:00',
  code: '0000',
  statusTitle: 'OK',
  mode: '',
  imported: false,
  values: new Map(Object.entries(values)),
});
const options = { columns: COLUMNS, temperatureUnit: 'Celsius' as const };

test('a column has as many decimals as any of its values so far, and never fewer', () => {
  const first = widened(new Map(), [[reading({ powerW: 3.25, temperatureC: 21 })]], options);
  expect([...first]).toEqual([['powerW', 2]]);
  const later = widened(first, [[reading({ powerW: 7, temperatureC: 20.5 })]], options);
  expect([...later]).toEqual([
    ['powerW', 2],
    ['temperatureC', 1],
  ]);
  // Without a change it returns the same map, so that nothing is rendered again.
  expect(widened(later, [[reading({ powerW: null })]], options)).toBe(later);
});

test('a value is shown with its decimals, a missing value as a dash, and a temperature in the unit of the plant', () => {
  const digits = new Map([['powerW', 1]]);
  const textOf = (id: string, row: Reading, temperatureUnit: 'Celsius' | 'Fahrenheit' = 'Celsius') =>
    readingColumns({ columns: COLUMNS, temperatureUnit, digits, withDay: false }, t)
      .find((column) => column.id === id)!
      .cell(row);
  expect(textOf('powerW', reading({ powerW: 3 }))).toBe('3.0');
  expect(textOf('temperatureC', reading({ powerW: 3 }))).toBe('–');
  expect(textOf('temperatureC', reading({ temperatureC: 20 }), 'Fahrenheit')).toBe('68');
  expect(
    readingColumns({ columns: COLUMNS, temperatureUnit: 'Fahrenheit', digits, withDay: false }, t).map(
      ({ id, unit, isHiddenByDefault }) => [id, unit, isHiddenByDefault],
    ),
  ).toEqual([
    ['time', undefined, undefined],
    ['powerW', 'W', undefined],
    ['temperatureC', '°F', undefined],
    ['status', undefined, undefined],
    ['code', undefined, undefined],
    ['mode', undefined, true],
    ['source', undefined, true],
  ]);
});
