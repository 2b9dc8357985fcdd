// Keys of the layout editor: editing on the plan, and undo and redo anywhere on the page.
import { type KeyboardEvent, useEffect } from 'react';
import { type Cell, keyOf, moduleAt } from '../../components/roof/plan.ts';
import { type Draft, moveZones, removeModules, turnZone, zoneOf } from './draft.ts';
import { TURN_STEP, withinTurn } from './turning.ts';

interface Context {
  draft: Draft;
  place: Cell | null;
  chosen: ReadonlySet<string>;
  zones: ReadonlySet<number>;
  /** The current zone. */
  zone: number | null;
  placed: ReadonlySet<string>;
}

/** The effect of a key. */
export interface KeyAct {
  draft?: Draft;
  chosen?: ReadonlySet<string>;
  zones?: ReadonlySet<number>;
  /** The selected modules go to the place. */
  puts?: boolean;
  /** Number of modules that were removed. */
  out?: number;
  /** New rotation of the zone in degrees. */
  turnedTo?: number;
}

/** Metres. */
const STEP = 0.25;
const ARROWS: Record<string, { x: number; y: number }> = {
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
};
type Key = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** Null: not a key of the editor. */
export function keyAct(event: Key, { draft, place, chosen, zones, zone, placed }: Context): KeyAct | null {
  const { key } = event;
  const arrow = ARROWS[key];
  if (event.altKey) {
    if (!arrow || zone === null) return null;
    return { draft: moveZones(draft, zones.size > 0 ? zones : new Set([zone]), arrow) };
  }
  if (event.ctrlKey || event.metaKey) return key.toLowerCase() === 'a' ? { chosen: placed } : null;
  const looked = zone === null ? undefined : zoneOf(draft, zone);
  if (looked && key.toLowerCase() === 'r') {
    const turnedTo = withinTurn(looked.rotation + (event.shiftKey ? -TURN_STEP : TURN_STEP));
    return { draft: turnZone(draft, looked.id, turnedTo), turnedTo };
  }
  const there = place && moduleAt(draft.zones, place);
  if (key === ' ' && there) {
    const next = new Set(chosen);
    if (!next.delete(keyOf(there))) next.add(keyOf(there));
    return { chosen: next };
  }
  if (key === 'Enter' && place && chosen.size > 0) return { puts: true };
  if (key === 'Delete' || key === 'Backspace') {
    const out = chosen.size > 0 ? chosen : there ? new Set([keyOf(there)]) : null;
    return out && { draft: removeModules(draft, out), chosen: new Set(), out: out.size };
  }
  return key === 'Escape' ? { chosen: new Set(), zones: new Set() } : null;
}

export function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      // A field undoes what was typed in it.
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
