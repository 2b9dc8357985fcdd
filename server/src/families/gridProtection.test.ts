// The named sets of grid protection and the catalogue that the portal's own products start with: whole profiles, in its ranges and steps.
import { fitsParameter } from '@heliograph/contract/commands.ts';
import { GRID_PROFILES } from '@heliograph/contract/gridProfiles.ts';
import { expect, test } from 'vitest';
import { GRID_PROTECTION } from './gridProtection.ts';

test('each stage has a value and a time until it trips', () => {
  const units = (part: string) => GRID_PROTECTION.flatMap(({ name, unit }) => (name.startsWith(part) ? [unit] : []));
  for (const stage of ['overVoltage', 'underVoltage', 'promptProtection']) expect(units(stage)).toEqual(['V', 's']);
  for (const stage of ['overFrequency', 'underFrequency']) expect(units(stage)).toEqual(['Hz', 's']);
});

test.each(GRID_PROFILES)('$id is taken whole by a product of the portal', ({ values }) => {
  const left = Object.entries(values).filter(([name, value]) => {
    const parameter = GRID_PROTECTION.find((one) => one.name === name);
    return !parameter || !fitsParameter(value, parameter);
  });
  expect(left).toEqual([]);
});
