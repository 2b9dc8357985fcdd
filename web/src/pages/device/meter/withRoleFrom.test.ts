// A meter that measures another place from a day on.
import { expect, test } from 'vitest';
import { withRoleFrom } from './withRoleFrom.ts';

const setting = (validFrom: string, role: 'grid' | 'load', reversed = false) => ({
  validFrom,
  role,
  reversed,
  batteryReversed: reversed,
});

test.each([
  ['without settings', [], [{ ...setting('2026-06-01', 'grid'), role: 'production' }]],
  [
    'after a reversal, which stays',
    [setting('2026-05-01', 'grid', true)],
    [setting('2026-05-01', 'grid', true), { ...setting('2026-06-01', 'grid', true), role: 'production' }],
  ],
  [
    'on the day of a setting and before later ones',
    [setting('2026-06-01', 'load'), setting('2026-07-01', 'grid', true)],
    [
      { ...setting('2026-06-01', 'load'), role: 'production' },
      { ...setting('2026-07-01', 'grid', true), role: 'production' },
    ],
  ],
] as const)('is stored %s', (_, list, expected) => {
  expect(withRoleFrom([...list], 'production', '2026-06-01')).toEqual(expected);
});
