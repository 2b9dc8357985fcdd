// What the server last said a user keeps of a list, in this browser, so that the next visit draws it at once.
import type { Response } from '@heliograph/contract/calls.ts';
import { KEYS, store, storedJson } from '../../session/storage.ts';

type Kept = Response<'account/views'>;

const keyOf = (uid: number | undefined, list: string): string => `${uid ?? 0}:${list}`;
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function all(): Record<string, unknown> {
  const value = storedJson(KEYS.listViews);
  return isRecord(value) ? value : {};
}

/** Undefined when nothing was heard yet in this browser, or nothing that can be read. */
export function lastHeard(uid: number | undefined, list: string): Kept | undefined {
  const kept = all()[keyOf(uid, list)];
  if (!isRecord(kept) || !Array.isArray(kept.views)) return undefined;
  const { columns } = kept;
  const areColumns = columns === null || (isRecord(columns) && Array.isArray(columns.order));
  return areColumns ? (kept as Kept) : undefined;
}

export function remember(uid: number | undefined, list: string, kept: Kept): void {
  const before = all();
  const text = JSON.stringify(kept);
  if (JSON.stringify(before[keyOf(uid, list)]) === text) return;
  store(KEYS.listViews, JSON.stringify({ ...before, [keyOf(uid, list)]: kept }));
}
