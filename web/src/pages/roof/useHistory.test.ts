// Changes are undone and redone step by step; a new change discards the undone ones.
import { expect, test } from 'vitest';
import { reduceHistory, type Steps } from './useHistory.ts';

const start: Steps<number> = { past: [], now: 1, future: [] };
const after = (...acts: Parameters<typeof reduceHistory<number>>[1][]) => acts.reduce(reduceHistory<number>, start);

test('undoes and redoes changes, and discards undone ones on a new change', () => {
  const twoChanges = after({ what: 'do', next: 2 }, { what: 'do', next: 3 });
  expect(reduceHistory(twoChanges, { what: 'undo' })).toEqual({ past: [1], now: 2, future: [3] });
  expect(reduceHistory(reduceHistory(twoChanges, { what: 'undo' }), { what: 'redo' })).toEqual(twoChanges);
  expect(after({ what: 'do', next: 2 }, { what: 'undo' }, { what: 'do', next: 9 })).toEqual({
    past: [1],
    now: 9,
    future: [],
  });
});

test('ignores undo before the first change, redo after the last, and a change to the same state', () => {
  expect(after({ what: 'undo' }, { what: 'redo' }, { what: 'do', next: 1 })).toEqual(start);
});
