// The unsaved draft of a layout, stored in this browser per user and plant until it is saved or discarded.
import type { Response } from '@heliograph/contract/calls.ts';
import { useEffect, useState } from 'react';
import { isRecord, storeDraft, storedDraft } from '../../components/form/draft.ts';
import type { Zone } from '../../components/roof/plan.ts';
import type { Photo } from '../../components/roof/useRoof.ts';
import { useSession } from '../../session/session.ts';
import { type Draft, draftOf, isSameDraft } from './draft.ts';

export interface UnsavedLayout {
  /** Version of the layout that the draft is based on. */
  version: number;
  draft: Draft;
  /** Milliseconds since 1970. */
  savedAtMs: number;
}

const storageKey = (sid: string): string => `layout ${sid}`;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const areNumbers = (record: Record<string, unknown>, names: readonly string[]): boolean =>
  names.every((name) => isNumber(record[name]));
const isAngle = (value: unknown): boolean => value === null || isNumber(value);

const isPlacedModule = (value: unknown): boolean =>
  isRecord(value) && typeof value.sn === 'string' && areNumbers(value, ['input', 'row', 'column']);

const isZone = (value: unknown): value is Zone =>
  isRecord(value) &&
  areNumbers(value, ['id', 'x', 'y', 'rotation', 'rows', 'columns']) &&
  typeof value.name === 'string' &&
  (value.orientation === 'portrait' || value.orientation === 'landscape') &&
  isAngle(value.tilt) &&
  isAngle(value.azimuth) &&
  Array.isArray(value.modules) &&
  value.modules.every(isPlacedModule);

const isPhoto = (value: unknown): value is Photo | null =>
  value === null ||
  (isRecord(value) &&
    typeof value.name === 'string' &&
    typeof value.path === 'string' &&
    areNumbers(value, ['width', 'height', 'x', 'y', 'opacity']));

/** Returns the stored draft; null: nothing is stored, or another release stored it in another format. */
export function loadUnsaved(sid: string, uid: number | undefined): UnsavedLayout | null {
  const stored = storedDraft(storageKey(sid), uid);
  if (!isRecord(stored) || !isRecord(stored.draft) || !areNumbers(stored, ['version', 'savedAtMs'])) return null;
  const { zones, photo, photoScale } = stored.draft;
  if (!Array.isArray(zones) || !zones.every(isZone) || !isPhoto(photo) || !isNumber(photoScale)) return null;
  return { version: Number(stored.version), savedAtMs: Number(stored.savedAtMs), draft: { zones, photo, photoScale } };
}

interface Restored {
  /** Based on the version that was opened: editing continues with it. */
  current: UnsavedLayout | null;
  /** Based on an older version: the user decides whether to apply it. */
  outdated: UnsavedLayout | null;
}

/** Returns the draft that was stored when the editor was opened, unless it equals the layout. */
export function useRestoredLayout(opened: Response<'site/layoutInfo'>): Restored {
  const uid = useSession().info?.uid;
  const [restored] = useState((): Restored => {
    const unsaved = loadUnsaved(opened.sid, uid);
    if (!unsaved || isSameDraft(unsaved.draft, draftOf(opened))) return { current: null, outdated: null };
    return unsaved.version === opened.version
      ? { current: unsaved, outdated: null }
      : { current: null, outdated: unsaved };
  });
  return restored;
}

/** Stores an unsaved draft; null deletes it, and undefined leaves the stored one unchanged. */
export function useStoreLayout(sid: string, unsaved: UnsavedLayout | null | undefined): void {
  const uid = useSession().info?.uid;
  useEffect(() => {
    if (unsaved !== undefined) storeDraft(storageKey(sid), uid, unsaved);
  }, [sid, uid, unsaved]);
}
