// The changes that wait for a connection, as last read from the browser's database (browserOutbox.ts fills it).
import { useSyncExternalStore } from 'react';
import type { Entry } from './outbox.ts';

let list: readonly Entry[] = [];
const listeners = new Set<() => void>();

export const waiting = (): readonly Entry[] => list;

export function setWaiting(entries: readonly Entry[]): void {
  if (entries.length === 0 && list.length === 0) return;
  list = entries;
  for (const listener of listeners) listener();
}

const onWaiting = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useWaiting = (): readonly Entry[] => useSyncExternalStore(onWaiting, waiting);
