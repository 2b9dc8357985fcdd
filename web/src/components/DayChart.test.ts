// Conversion of a dragged range of a chart to minutes of its day.
import { expect, test } from 'vitest';
import { minutesOf } from './DayChart.tsx';

const slots = Array.from({ length: 24 }, (_, n) => new Date(Date.UTC(2026, 5, 15, n)).toISOString());

test('a dragged range of a whole or a zoomed day is converted to minutes of the day', () => {
  expect(minutesOf(slots, [10, 12], 0)).toEqual([600, 780]);
  expect(minutesOf(slots.slice(0, 3), [1, 2], 600)).toEqual([660, 780]);
  expect(minutesOf(slots, [22, 23], 0)).toEqual([1320, 1440]);
});

test('a range beyond the day is moved into it, and the whole day is no range', () => {
  expect(minutesOf(slots.slice(20, 23), [1, 5], 1200)).toEqual([1140, 1440]);
  expect(minutesOf(slots.slice(0, 12), [-6, 5], 0)).toEqual([0, 720]);
  expect(minutesOf(slots.slice(0, 12), [-6, 17], 0)).toBeNull();
});
