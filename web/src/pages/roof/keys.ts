// Keys of the layout editor: editing on the plan, and undo and redo anywhere on the page.
import { type KeyboardEvent, useEffect } from 'react';
import { type Cell, keyOf, moduleAt } from '../../components/roof/plan.ts';
import { type Draft, moveZones, removeModules, turnZone, zoneOf } from './draft.ts';
import { normalizeDegrees, TURN_STEP_DEGREES } from './turning.ts';

interface Context {
  draft: Draft;
  place: Cell | null;
  selectedKeys: ReadonlySet<string>;
  zones: ReadonlySet<number>;
  /** The current zone. */
  zone: number | null;
  placed: ReadonlySet<string>;
}

/** The effect of a key. */
export interface KeyEffect {
  draft?: Draft;
  selectedKeys?: ReadonlySet<string>;
  zones?: ReadonlySet<number>;
  /** Moves the selected modules to the place. */
  placesSelection?: boolean;
  /** Number of modules that were removed. */
  removedCount?: number;
  /** New rotation of the zone in degrees. */
  rotation?: number;
}

/** Distance in metres that an arrow key moves a zone. */
const STEP_M = 0.25;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -STEP_M },
  ArrowDown: { x: 0, y: STEP_M },
  ArrowLeft: { x: -STEP_M, y: 0 },
  ArrowRight: { x: STEP_M, y: 0 },
};
type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Returns the effect of a key; null: not a key of the editor. */
export function keyEffect(event: Key, { draft, place, selectedKeys, zones, zone, placed }: Context): KeyEffect | null {
  const { key } = event;
  const arrow = ARROWS[key];
  if (event.altKey) {
    if (!arrow || zone === null) return null;
    return { draft: moveZones(draft, zones.size > 0 ? zones : new Set([zone]), arrow) };
  }
  if (event.ctrlKey || event.metaKey) return key.toLowerCase() === 'a' ? { selectedKeys: placed } : null;
  const currentZone = zone === null ? undefined : zoneOf(draft, zone);
  if (currentZone && key.toLowerCase() === 'r') {
    const rotation = normalizeDegrees(currentZone.rotation + (event.shiftKey ? -TURN_STEP_DEGREES : TURN_STEP_DEGREES));
    return { draft: turnZone(draft, currentZone.id, rotation), rotation };
  }
  const placedModule = place && moduleAt(draft.zones, place);
  if (key === ' ' && placedModule) {
    const next = new Set(selectedKeys);
    if (!next.delete(keyOf(placedModule))) next.add(keyOf(placedModule));
    return { selectedKeys: next };
  }
  if (key === 'Enter' && place && selectedKeys.size > 0) return { placesSelection: true };
  if (key === 'Delete' || key === 'Backspace') {
    const removed = selectedKeys.size > 0 ? selectedKeys : placedModule ? new Set([keyOf(placedModule)]) : null;
    return removed && { draft: removeModules(draft, removed), selectedKeys: new Set(), removedCount: removed.size };
  }
  return key === 'Escape' ? { selectedKeys: new Set(), zones: new Set() } : null;
}

export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      // A text field has its own undo.
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="dialog"]')) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo, redo]);
}
