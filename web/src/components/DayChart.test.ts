// Conversion of a dragged range of a chart to minutes of its day.
import { expect, test } from 'vitest';
import { minutesOf } from './DayChart.tsx';

const slots = Array.from({ length: 24 }, (_, n) => new Date(Date.UTC(2026, 5, 15, n)).toISOString());

test('a dragged range of a whole or a zoomed day is converted to minutes of the day', () => {
  expect(minutesOf(slots, [10, 12], 0)).toEqual([600, 780]);
  expect(minutesOf(slots.slice(0, 3), [1, 2], 600)).toEqual([660, 780]);
  expect(minutesOf(slots, [22, 30], 0)).toEqual([1320, 1440]);
});
