// Last known settings of a user's lists, cached in the browser, so that the next visit renders them at once.
import type { Response } from '@heliograph/contract/calls.ts';
import { KEYS, store, storedJson } from '../../session/storage.ts';

type Stored = Response<'account/views'>;

const keyOf = (uid: number | undefined, list: string): string => `${uid ?? 0}:${list}`;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function readCache(): Record<string, unknown> {
  const value = storedJson(KEYS.listViews);
  return isRecord(value) ? value : {};
}

/** Returns the cached settings; undefined when there are none or they are invalid. */
export function cachedSettings(uid: number | undefined, list: string): Stored | undefined {
  const stored = readCache()[keyOf(uid, list)];
  if (!isRecord(stored) || !Array.isArray(stored.views)) return undefined;
  const { columns } = stored;
  const areColumns = columns === null || (isRecord(columns) && Array.isArray(columns.order));
  return areColumns ? (stored as Stored) : undefined;
}

export function cacheSettings(uid: number | undefined, list: string, stored: Stored): void {
  const cached = readCache();
  const text = JSON.stringify(stored);
  if (JSON.stringify(cached[keyOf(uid, list)]) === text) return;
  store(KEYS.listViews, JSON.stringify({ ...cached, [keyOf(uid, list)]: stored }));
}
