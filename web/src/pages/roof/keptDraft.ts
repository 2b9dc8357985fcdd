// What was changed in a layout and not saved yet, kept in this browser per user and plant until it is saved or discarded.
import type { Response } from '@heliograph/contract/calls.ts';
import { useEffect, useState } from 'react';
import { isRecord, storeDraft, storedDraft } from '../../components/form/draft.ts';
import type { Zone } from '../../components/roof/plan.ts';
import type { Photo } from '../../components/roof/useRoof.ts';
import { useSession } from '../../session/session.ts';
import { type Draft, draftOf, isSameDraft } from './draft.ts';

export interface Kept {
  /** Of the layout that was changed. */
  version: number;
  draft: Draft;
  /** Milliseconds since 1970. */
  savedAtMs: number;
}

const formOf = (sid: string): string => `layout ${sid}`;
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
const areNumbers = (of: Record<string, unknown>, names: readonly string[]): boolean =>
  names.every((name) => isNumber(of[name]));
const isAngle = (value: unknown): boolean => value === null || isNumber(value);

const isPlaced = (value: unknown): boolean =>
  isRecord(value) && typeof value.sn === 'string' && areNumbers(value, ['input', 'row', 'column']);

const isZone = (value: unknown): value is Zone =>
  isRecord(value) &&
  areNumbers(value, ['id', 'x', 'y', 'rotation', 'rows', 'columns']) &&
  typeof value.name === 'string' &&
  (value.orientation === 'portrait' || value.orientation === 'landscape') &&
  isAngle(value.tilt) &&
  isAngle(value.azimuth) &&
  Array.isArray(value.modules) &&
  value.modules.every(isPlaced);

const isPhoto = (value: unknown): value is Photo | null =>
  value === null ||
  (isRecord(value) &&
    typeof value.name === 'string' &&
    typeof value.path === 'string' &&
    areNumbers(value, ['width', 'height', 'x', 'y', 'opacity']));

/** Null: nothing was kept, or by another release in another form. */
export function loadKept(sid: string, uid: number | undefined): Kept | null {
  const stored = storedDraft(formOf(sid), uid);
  if (!isRecord(stored) || !isRecord(stored.draft) || !areNumbers(stored, ['version', 'savedAtMs'])) return null;
  const { zones, photo, photoScale } = stored.draft;
  if (!Array.isArray(zones) || !zones.every(isZone) || !isPhoto(photo) || !isNumber(photoScale)) return null;
  return { version: Number(stored.version), savedAtMs: Number(stored.savedAtMs), draft: { zones, photo, photoScale } };
}

/** What was found when the editor was opened: to go on with at once, or to be asked about, as somebody saved meanwhile. */
export function useFound(opened: Response<'site/layoutInfo'>): { back: Kept | null; old: Kept | null } {
  const uid = useSession().info?.uid;
  const [found] = useState(() => {
    const kept = loadKept(opened.sid, uid);
    if (!kept || isSameDraft(kept.draft, draftOf(opened))) return { back: null, old: null };
    return kept.version === opened.version ? { back: kept, old: null } : { back: null, old: kept };
  });
  return found;
}

/** Keeps what is not saved; null forgets it, and undefined leaves what is kept as it is. */
export function useKeeps(sid: string, what: Kept | null | undefined): void {
  const uid = useSession().info?.uid;
  useEffect(() => {
    if (what !== undefined) storeDraft(formOf(sid), uid, what);
  }, [sid, uid, what]);
}
