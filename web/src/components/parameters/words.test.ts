// Names and values of parameters: all settings of the portal's own catalogues have translated names, and values that stand for a word or a time are shown as such.
import { batteryParameters } from '@heliograph/contract/batterySettings.ts';
import type { TFunction } from 'i18next';
import { expect, test } from 'vitest';
import { parameterName, parameterValue } from './words.ts';

const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as unknown as TFunction;
const RANGE = { min: 0, max: 100, step: 1 };
const BATTERY = batteryParameters({ peakW: RANGE, periods: { most: 6, powerW: RANGE, targetPercent: RANGE } });

test('each battery setting has a name from the catalogue, not its title', () => {
  const names = BATTERY.map((name) => parameterName(t, name, 'A title in English'));
  expect(names).not.toContain('A title in English');
  expect(names).toHaveLength(34);
  expect(new Set(names).size).toBe(34);
  expect(parameterName(t, 'batteryPeriod3EndMin')).toBe('parameters.period.EndMin 3');
});

test('an unknown parameter has the title from its product', () => {
  expect(parameterName(t, 'batteryPeriod3Colour', 'Colour of the period')).toBe('Colour of the period');
  expect(parameterName(t, 'rampPercent', 'Ramp')).toBe('Ramp');
});

test.each([
  ['batteryMode', '', 2, 'parameters.mode.timeOfUse'],
  ['batteryMode', '', 99, '99'],
  ['batteryPeriod1Action', '', 0, 'parameters.action.none'],
  ['batteryPeriod1Action', '', 2, 'parameters.action.discharge'],
  ['batteryPeriod6StartMin', 'min', 390, '06:30'],
  ['batteryPeriod6EndMin', 'min', 1440, '24:00'],
  ['batteryPeriod6PowerW', 'W', 2000, '2,000 W'],
  ['on', '', 1, 'parameters.isOn'],
  ['overVoltageV', 'V', 253.5, '253.5 V'],
  ['batteryMode', '', null, '–'],
])('the value of %s in unit "%s", %s, is shown as %s', (name, unit, value, text) => {
  expect(parameterValue(t, { name, unit }, value)).toBe(text);
});
