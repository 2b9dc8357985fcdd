// Grid profiles against the catalogue of the portal's own products: complete, and within its ranges and steps.
import { fitsParameter } from '@heliograph/contract/commands.ts';
import { GRID_PROFILES } from '@heliograph/contract/gridProfiles.ts';
import { expect, test } from 'vitest';
import { GRID_PROTECTION } from './gridProtection.ts';

test('each stage has a value and a trip time', () => {
  const units = (part: string) => GRID_PROTECTION.flatMap(({ name, unit }) => (name.startsWith(part) ? [unit] : []));
  for (const stage of ['overVoltage', 'underVoltage', 'promptProtection']) expect(units(stage)).toEqual(['V', 's']);
  for (const stage of ['overFrequency', 'underFrequency']) expect(units(stage)).toEqual(['Hz', 's']);
});

test.each(GRID_PROFILES)('a product of the portal accepts all values of $id', ({ values }) => {
  const refused = Object.entries(values).filter(([name, value]) => {
    const parameter = GRID_PROTECTION.find((one) => one.name === name);
    return !parameter || !fitsParameter(value, parameter);
  });
  expect(refused).toEqual([]);
});
