// Which instant the values of an inverter are assigned to.
import { expect, test } from 'vitest';
import { createRowAssembler, QUIET_MS } from './rowAssembler.ts';

const T = 1_795_266_519;

/** A number is a value, a string an update's instant in seconds after T; each entry with its time in ms. */
type Step = readonly [atMs: number, step: number | string];

test.each<[name: string, steps: Step[], rows: [afterS: number, powerW: number][]]>([
  [
    'values after an instant belong to it',
    [
      [0, '0'],
      [1, 300],
      [2, '5'],
    ],
    [[0, 300]],
  ],
  [
    'values before any instant belong to the next',
    [
      [0, 300],
      [1, '0'],
    ],
    [[0, 300]],
  ],
  [
    'values long after an instant belong to the next',
    [
      [0, '0'],
      [QUIET_MS + 1, 300],
      [QUIET_MS + 2, '60'],
    ],
    [[60, 300]],
  ],
  [
    'a repeated instant gives no second row',
    [
      [0, '0'],
      [1, 300],
      [2, '1'],
      [3, 310],
      [4, '0'],
    ],
    [[0, 300]],
  ],
  ['values without an instant give no row', [[0, 300]], []],
])('%s', (_name, steps, expected) => {
  const assembler = createRowAssembler('116180401234');
  const rows = steps.flatMap(([nowMs, step]) => {
    if (typeof step === 'string') return assembler.addUpdate(T + Number(step), nowMs);
    assembler.addValue('powerW', step, nowMs);
    return [];
  });
  expect(rows).toEqual(
    expected.map(([afterS, powerW]) => ({ sn: '116180401234', at: (T + afterS) * 1000, q: { powerW } })),
  );
});

test('settles only after a pause, and never while the inverter is unreachable', () => {
  const assembler = createRowAssembler('116180401234');
  assembler.addUpdate(T, 0);
  assembler.addValue('powerW', 300, 1);
  expect(assembler.settle(QUIET_MS)).toEqual([]);
  expect(assembler.hasPendingValues()).toBe(true);
  assembler.setReachable(false);
  expect(assembler.settle(QUIET_MS + 1)).toEqual([]);
  expect(assembler.hasPendingValues()).toBe(false);
});

test('after a missing message leaves out its sample and starts with the next update', () => {
  let lost = 0;
  const assembler = createRowAssembler('116180401234', (count) => {
    lost += count;
  });
  const rows = [];
  assembler.setReachable(true);
  rows.push(...assembler.addUpdate(T, 0));
  assembler.addValue('powerW', 300, 1);
  assembler.skip();
  assembler.addValue('temperatureC', 31, 2);
  expect(lost).toBe(2);
  assembler.setReachable(true);
  rows.push(...assembler.addUpdate(T + 5, 3));
  assembler.addValue('powerW', 310, 4);
  assembler.addValue('temperatureC', 32, 5);
  rows.push(...assembler.addUpdate(T + 10, 6));
  expect(rows).toEqual([{ sn: '116180401234', at: (T + 5) * 1000, q: { powerW: 310, temperatureC: 32 } }]);
});

test('gives no row before the inverter reports again that it is reachable, if that message may be missing', () => {
  const assembler = createRowAssembler('116180401234');
  assembler.setReachable(true);
  assembler.skip();
  assembler.addUpdate(T, 0);
  assembler.addValue('powerW', 0, 1);
  expect(assembler.addUpdate(T + 5, 2)).toEqual([]);
  assembler.setReachable(true);
  assembler.addValue('powerW', 310, 3);
  expect(assembler.addUpdate(T + 10, 4)).toHaveLength(1);
});
