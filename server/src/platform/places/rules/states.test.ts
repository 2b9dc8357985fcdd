// Tests states: the first-level divisions of a country, and whether a code belongs to a country.
import { expect, test } from 'vitest';
import { isStateOf, stateName, statesOf } from './states.ts';

test('lists the states of a country by name', () => {
  expect(statesOf('DE')).toHaveLength(16);
  expect(statesOf('DE')[0]).toEqual({ code: 'DE-BW', name: 'Baden-Württemberg' });
  expect(statesOf('ZZ')).toEqual([]);
});

test('accepts a state code only for its own country', () => {
  expect(isStateOf('DE-BW', 'DE')).toBe(true);
  expect(isStateOf('DE-BW', 'AT')).toBe(false);
  expect(isStateOf('DE-XX', 'DE')).toBe(false);
  expect(stateName('US-CA')).toBe('California');
  expect(stateName('')).toBe('');
});
