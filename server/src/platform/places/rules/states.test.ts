// States: the first level of a country, and whether a code belongs to it.
import { expect, test } from 'vitest';
import { isStateOf, stateName, statesOf } from './states.ts';

test('a country has its own states, by name', () => {
  expect(statesOf('DE')).toHaveLength(16);
  expect(statesOf('DE')[0]).toEqual({ code: 'DE-BW', name: 'Baden-Württemberg' });
  expect(statesOf('ZZ')).toEqual([]);
});

test('a state belongs to its country alone', () => {
  expect(isStateOf('DE-BW', 'DE')).toBe(true);
  expect(isStateOf('DE-BW', 'AT')).toBe(false);
  expect(isStateOf('DE-XX', 'DE')).toBe(false);
  expect(stateName('US-CA')).toBe('California');
  expect(stateName('')).toBe('');
});
