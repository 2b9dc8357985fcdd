// Profiles of the BDM family apart from the frames.
import { expect, test } from 'vitest';
import { energySource, parametersOf, profileOf } from '../families.ts';

const PLACE = { timeZone: 'Europe/Berlin', latitude: 47.66, longitude: 9.18 };

test('mode 5 is standby on a BDM-400 and generating on a BDM-800', () => {
  expect(profileOf('BDM-400').modes).toEqual({ 1: 'asleep', 4: 'awake', 5: 'standby', 6: 'generating' });
  expect(profileOf('BDM-800').modes).toEqual({ 1: 'asleep', 4: 'awake', 5: 'generating', 6: 'generating' });
});

test.each([
  ['BDM-400', { counter: 'daily', wrapWh: 65536 * 0.2, stepWh: 0.2 }],
  ['BDM-800', { counter: 'daily', wrapWh: 65536 * 0.2308, stepWh: 0.2308 }],
  ['BDM-2250', { counter: 'daily', wrapWh: 65536 * 9.25, stepWh: 9.25 }],
  ['BDM-1200-LV', { counter: 'none', wrapWh: null, stepWh: 0 }],
])('the energy counter of a %s has its scale', (profile, counter) => {
  expect(energySource(profile, 400, PLACE)).toEqual({ ...counter, ratedPowerW: 400, ...PLACE });
});

test('a 45-byte frame has currents and the bus voltage, a 69-byte frame the power of each input', () => {
  const names = (frameProfile: string, inputs: number) =>
    parametersOf({ frameProfile, inputs }).map(({ name }) => name);
  expect(names('BDM-400', 1)).toEqual(['Production', 'Bus Voltage', 'AC Frequency', 'Temperature', 'DC Current_1']);
  expect(names('BDM-800', 4).slice(-2)).toEqual(['DC Current_1', 'DC Current_2']);
  expect(names('BDM-2250', 1)).toEqual([
    'Production',
    'AC Voltage',
    'AC Frequency',
    'Temperature',
    'Power_1',
    'DC Voltage_1',
  ]);
  expect(names('BDM-1200-LV', 1)).not.toContain('AC Voltage');
});

test('a serial number is a 32-bit number in eight hex digits', () => {
  const { isSerialNumber } = profileOf('BDM-400');
  expect(['12345678', '9A0C44F1'].every(isSerialNumber)).toBe(true);
  expect(['1234567', '123456789', '9a0c44f1', 'NOTAFRAM', ''].some(isSerialNumber)).toBe(false);
});
