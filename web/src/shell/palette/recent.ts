// Entries last opened from the global search; removed when the session ends (session.ts).
import type { ReportKind } from '@heliograph/contract/report.ts';
import { session } from '../../session/session.ts';
import { KEYS, store, storedJson } from '../../session/storage.ts';

export type Recent =
  | { kind: 'plant'; sid: string; name: string }
  | { kind: 'device'; sid: string; sn: string; name: string; deviceKind?: ReportKind | undefined }
  | { kind: 'page'; name: string };

const MAX_ENTRIES = 6;

export const idOf = (entry: Recent): string =>
  entry.kind === 'page' ? entry.name : entry.kind === 'plant' ? entry.sid : `${entry.sid} ${entry.sn}`;

function isRecent(value: unknown): value is Recent {
  const { kind, sid, sn, name } = (value ?? {}) as Record<string, unknown>;
  if (typeof name !== 'string') return false;
  return (
    kind === 'page' || (typeof sid === 'string' && (kind === 'plant' || (kind === 'device' && typeof sn === 'string')))
  );
}

/** Returns the recent entries of the signed-in user, newest first. */
export function recent(): Recent[] {
  const saved = storedJson(KEYS.recent) as { uid?: unknown; list?: unknown } | null | undefined;
  if (!saved || saved.uid !== session().info?.uid || !Array.isArray(saved.list)) return [];
  return saved.list.filter(isRecent).slice(0, MAX_ENTRIES);
}

export function storeRecent(entry: Recent): void {
  const others = recent().filter((each) => idOf(each) !== idOf(entry));
  store(KEYS.recent, JSON.stringify({ uid: session().info?.uid, list: [entry, ...others].slice(0, MAX_ENTRIES) }));
}
