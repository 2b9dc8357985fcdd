// Passwords of devices that were registered without a connection: in memory until they have been shown, as they are stored nowhere.
import type { Credential } from '@heliograph/contract/entities/device.ts';
import { useSyncExternalStore } from 'react';

export interface Issued {
  sid: string;
  credentials: readonly Credential[];
}

let list: readonly Issued[] = [];
const listeners = new Set<() => void>();

function set(issued: readonly Issued[]): void {
  list = issued;
  for (const listener of listeners) listener();
}

/** `answer`: of a call with `credentials`; undefined: lost, as after another sign-in. */
export function addIssued(sid: string, answer: unknown): void {
  const { credentials = [] } = (answer ?? {}) as Partial<Issued>;
  if (credentials.length > 0) set([...list, { sid, credentials }]);
}

export const removeIssued = (issued: Issued): void => set(list.filter((one) => one !== issued));
export const clearIssued = (): void => set([]);

const onIssued = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
export const useIssued = (): readonly Issued[] => useSyncExternalStore(onIssued, () => list);
