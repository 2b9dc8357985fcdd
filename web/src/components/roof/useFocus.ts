// The focused cell of a plan: hovered, pressed, or selected by arrow keys, zone by zone.
import { type KeyboardEvent, useCallback, useState } from 'react';
import { type Cell, middleOf, type Zone } from './plan.ts';
import type { Stage } from './stage.ts';

const STEPS: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Returns the next cell for a key; undefined for a key that does not navigate. */
export function cellByKey(zones: readonly Zone[], place: Cell | null, key: string): Cell | undefined {
  const [first] = zones;
  const at = zones.findIndex(({ id }) => id === place?.zone);
  const zone = zones[at];
  if (key === 'PageUp' || key === 'PageDown') {
    const next = zones[(at + (key === 'PageDown' ? 1 : -1) + zones.length) % zones.length];
    return next && { zone: next.id, row: 1, column: 1 };
  }
  const step = STEPS[key];
  if (!step) return undefined;
  if (!zone || !place) return first && { zone: first.id, row: 1, column: 1 };
  const clamp = (value: number, max: number) => Math.min(max, Math.max(1, value));
  return {
    zone: zone.id,
    row: clamp(place.row + step[0], zone.rows),
    column: clamp(place.column + step[1], zone.columns),
  };
}

/** `first`: the cell that is focused at the beginning. */
export function useFocus(zones: readonly Zone[], stage: { current: Stage | null }, first: Cell | null = null) {
  const [place, setPlace] = useState(first);
  /** Handles a key; returns whether it navigated. */
  const byKey = useCallback(
    (event: KeyboardEvent): boolean => {
      if (event.altKey || event.ctrlKey || event.metaKey) return false;
      const next = cellByKey(zones, place, event.key);
      if (!next) return false;
      event.preventDefault();
      setPlace(next);
      const zone = zones.find(({ id }) => id === next.zone);
      if (zone) stage.current?.reveal(middleOf(zone, next));
      return true;
    },
    [zones, place, stage],
  );
  return { place, setPlace, byKey };
}
