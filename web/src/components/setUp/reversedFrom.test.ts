// Reversal of a direction from a day on, with any earlier and later settings.
import { expect, test } from 'vitest';
import { reversedFrom } from './reversedFrom.ts';

const setting = (validFrom: string, reversed = false, batteryReversed = false, role: 'grid' | 'load' = 'grid') => {
  return { validFrom, role, reversed, batteryReversed };
};

test('without settings there is one setting from that day on', () => {
  expect(reversedFrom({ settable: 'meter', list: [] }, 'grid', '2026-06-01')).toEqual([setting('2026-06-01', true)]);
});

test('earlier settings stay, later ones are reversed too, and the role continues', () => {
  const list = [setting('2026-01-01', false, false, 'load'), setting('2026-07-01', true, true)];
  expect(reversedFrom({ settable: 'meter', list }, 'grid', '2026-06-01')).toEqual([
    setting('2026-01-01', false, false, 'load'),
    setting('2026-06-01', true, false, 'load'),
    setting('2026-07-01', false, true),
  ]);
  expect(reversedFrom({ settable: 'meter', list }, 'grid', '2026-07-01')).toEqual([
    list[0],
    setting('2026-07-01', false, true),
  ]);
});

test('a battery has one direction of its own, and an inverter has two', () => {
  expect(reversedFrom({ settable: 'battery', list: [] }, 'battery', '2026-06-01')[0]).toMatchObject({ reversed: true });
  expect(reversedFrom({ settable: 'inverter', list: [] }, 'battery', '2026-06-01')).toEqual([
    setting('2026-06-01', false, true),
  ]);
  expect(reversedFrom({ settable: 'inverter', list: [] }, 'grid', '2026-06-01')).toEqual([setting('2026-06-01', true)]);
});
