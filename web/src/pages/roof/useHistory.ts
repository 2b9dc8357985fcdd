// The history of a layout, for undo and redo.
import { useCallback, useReducer } from 'react';

const MAX_STEPS = 200;

export interface Steps<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

type Action<T> = { what: 'do'; next: T } | { what: 'undo' } | { what: 'redo' } | { what: 'begin'; next: T };

export function reduceHistory<T>(steps: Steps<T>, act: Action<T>): Steps<T> {
  const { past, now, future } = steps;
  if (act.what === 'begin') return { past: [], now: act.next, future: [] };
  if (act.what === 'do')
    return act.next === now ? steps : { past: [...past, now].slice(-MAX_STEPS), now: act.next, future: [] };
  if (act.what === 'undo') {
    const last = past.at(-1);
    return last === undefined ? steps : { past: past.slice(0, -1), now: last, future: [now, ...future] };
  }
  const [next, ...later] = future;
  return next === undefined ? steps : { past: [...past, now], now: next, future: later };
}

/** Returns the history; `restored`: an initial state that one undo reverts to `start`. */
export function useHistory<T>(start: T, restored?: T) {
  const [steps, dispatch] = useReducer(reduceHistory<T>, {
    ...(restored === undefined ? { past: [], now: start } : { past: [start], now: restored }),
    future: [],
  });
  return {
    now: steps.now,
    /** The states that undo and redo lead to. */
    previous: steps.past.at(-1),
    next: steps.future[0],
    mayUndo: steps.past.length > 0,
    mayRedo: steps.future.length > 0,
    change: useCallback((next: T) => dispatch({ what: 'do', next }), []),
    undo: useCallback(() => dispatch({ what: 'undo' }), []),
    redo: useCallback(() => dispatch({ what: 'redo' }), []),
  };
}
