// The target of a press on the plan, and the selection after it.
import {
  type Cell,
  isOnName,
  moduleAt,
  type Placed,
  type Point,
  type View,
  type Zone,
} from '../../components/roof/plan.ts';
import { type Draft, zoneOf } from './draft.ts';
import { isOnHandle } from './turning.ts';

export type PressTarget =
  | { kind: 'photo' }
  | { kind: 'handle'; zone: Zone }
  | { kind: 'module'; module: Placed; place: Cell }
  /** `place`: null if the name above the zone was hit. */
  | { kind: 'zone'; zone: Zone; place: Cell | null }
  | { kind: 'ground' };

interface Plan {
  draft: Draft;
  /** Ids of the selected zones. */
  zones: ReadonlySet<number>;
  movesPhoto: boolean;
  view: View;
}

export function pressTarget(at: Point, place: Cell | null, { draft, zones, movesPhoto, view }: Plan): PressTarget {
  if (movesPhoto && draft.photo) return { kind: 'photo' };
  const [selected, ...more] = zones;
  const selectedZone = selected === undefined || more.length > 0 ? undefined : zoneOf(draft, selected);
  if (selectedZone && isOnHandle(selectedZone, at, view)) return { kind: 'handle', zone: selectedZone };
  const module = place && moduleAt(draft.zones, place);
  if (place && module) return { kind: 'module', module, place };
  const zone = place ? zoneOf(draft, place.zone) : draft.zones.findLast((one) => isOnName(one, at, view));
  return zone ? { kind: 'zone', zone, place } : { kind: 'ground' };
}

/** With a modifier key the module joins or leaves the selection; without one a selected module leaves it unchanged. */
export function selectModule(
  selected: ReadonlySet<string>,
  key: string,
  extendsSelection: boolean,
): ReadonlySet<string> {
  if (!selected.has(key)) return extendsSelection ? new Set([...selected, key]) : new Set([key]);
  return extendsSelection ? new Set([...selected].filter((one) => one !== key)) : selected;
}

/** With a modifier key the zone joins the selection; a selected zone never leaves it. */
export function selectZone(selected: ReadonlySet<number>, id: number, extendsSelection: boolean): ReadonlySet<number> {
  if (selected.has(id)) return selected;
  return extendsSelection ? new Set([...selected, id]) : new Set([id]);
}
