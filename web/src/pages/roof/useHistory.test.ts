// What was done is undone step by step, and done again until something else is done.
import { expect, test } from 'vitest';
import { type Steps, stepped } from './useHistory.ts';

const start: Steps<number> = { past: [], now: 1, future: [] };
const after = (...acts: Parameters<typeof stepped<number>>[1][]) => acts.reduce(stepped<number>, start);

test('steps go back and on again; what is done after going back ends what was ahead', () => {
  const two = after({ what: 'do', next: 2 }, { what: 'do', next: 3 });
  expect(stepped(two, { what: 'undo' })).toEqual({ past: [1], now: 2, future: [3] });
  expect(stepped(stepped(two, { what: 'undo' }), { what: 'redo' })).toEqual(two);
  expect(after({ what: 'do', next: 2 }, { what: 'undo' }, { what: 'do', next: 9 })).toEqual({
    past: [1],
    now: 9,
    future: [],
  });
});

test('there is nothing before the first and after the last, and the same again is no step', () => {
  expect(after({ what: 'undo' }, { what: 'redo' }, { what: 'do', next: 1 })).toEqual(start);
});
