// A direction turned from a day on, whatever was set before and for later.
import { expect, test } from 'vitest';
import { reversedFrom } from './reversedFrom.ts';

const set = (validFrom: string, reversed = false, batteryReversed = false, role: 'grid' | 'load' = 'grid') => {
  return { validFrom, role, reversed, batteryReversed };
};

test('nothing was set: one line from that day on', () => {
  expect(reversedFrom({ settable: 'meter', list: [] }, 'grid', '2026-06-01')).toEqual([set('2026-06-01', true)]);
});

test('what was set before stays, what comes later is turned as well, and a role goes on', () => {
  const list = [set('2026-01-01', false, false, 'load'), set('2026-07-01', true, true)];
  expect(reversedFrom({ settable: 'meter', list }, 'grid', '2026-06-01')).toEqual([
    set('2026-01-01', false, false, 'load'),
    set('2026-06-01', true, false, 'load'),
    set('2026-07-01', false, true),
  ]);
  expect(reversedFrom({ settable: 'meter', list }, 'grid', '2026-07-01')).toEqual([
    list[0],
    set('2026-07-01', false, true),
  ]);
});

test('a battery has its own direction, an inverter two', () => {
  expect(reversedFrom({ settable: 'battery', list: [] }, 'battery', '2026-06-01')[0]).toMatchObject({ reversed: true });
  expect(reversedFrom({ settable: 'inverter', list: [] }, 'battery', '2026-06-01')).toEqual([
    set('2026-06-01', false, true),
  ]);
  expect(reversedFrom({ settable: 'inverter', list: [] }, 'grid', '2026-06-01')).toEqual([set('2026-06-01', true)]);
});
