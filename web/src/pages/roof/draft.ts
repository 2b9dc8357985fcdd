// The draft of a layout. Each edit returns a new draft, for undo and for comparison of versions.
import type { ParsedRequest, Response } from '@heliograph/contract/calls.ts';
import { PANEL } from '@heliograph/contract/layout.ts';
import { MAX_ZONE_SIDE } from '@heliograph/contract/limits.ts';
import type { TFunction } from 'i18next';
import { zoneName } from '../../components/roof/names.ts';
import {
  boxOf,
  type Cell,
  fromZone,
  keyOf,
  type Placed,
  type Point,
  rotatedZone,
  type Zone,
} from '../../components/roof/plan.ts';
import type { Photo } from '../../components/roof/useRoof.ts';

export interface Draft {
  zones: readonly Zone[];
  photo: Photo | null;
  /** Metres per pixel of the photo. */
  photoScale: number;
}
export type ModuleKey = Pick<Placed, 'sn' | 'input'>;

export const draftOf = ({ zones, photo, layoutScale }: Response<'site/layoutInfo'>): Draft => ({
  zones,
  photo,
  photoScale: layoutScale,
});

export type LayoutRequest = Pick<ParsedRequest<'site/updateLayoutInfo'>, 'zones' | 'layoutScale' | 'photo'>;

/** Returns the request body of a draft. Modules that are no longer of the plant lose their place. */
export function requestOf({ zones, photo, photoScale }: Draft, modules: readonly ModuleKey[]): LayoutRequest {
  const known = new Set(modules.map(keyOf));
  return {
    zones: zones.map((zone) => ({ ...zone, modules: zone.modules.filter((module) => known.has(keyOf(module))) })),
    layoutScale: photoScale,
    photo: photo && { name: photo.name, x: photo.x, y: photo.y, opacity: photo.opacity },
  };
}

export const isSameRequest = (one: LayoutRequest, { zones, layoutScale, photo }: LayoutRequest): boolean =>
  JSON.stringify(one) === JSON.stringify({ zones, layoutScale, photo });

/** Grid, snapping distance and gap between zones, in metres. */
const GRID_M = 0.25;
const SNAP_M = 0.35;
const ZONE_GAP_M = 1.5;
const toCentimetres = (metres: number): number => Math.round(metres * 100) / 100;

const withZones = (draft: Draft, change: (zone: Zone) => Zone): Draft => ({ ...draft, zones: draft.zones.map(change) });
const nextId = (zones: readonly Zone[]): number => Math.max(0, ...zones.map(({ id }) => id)) + 1;
export const zoneOf = (draft: Draft, id: number): Zone | undefined => draft.zones.find((zone) => zone.id === id);

/** Returns the names of the zones that differ between two drafts, and of the photo if it does. */
export function differencesOf(one: Draft, other: Draft, t: TFunction): string {
  const all = [...one.zones, ...other.zones.filter(({ id }) => zoneOf(one, id) === undefined)];
  const differing = all.filter(({ id }) => JSON.stringify(zoneOf(one, id)) !== JSON.stringify(zoneOf(other, id)));
  const isPhoto = one.photoScale !== other.photoScale || JSON.stringify(one.photo) !== JSON.stringify(other.photo);
  return [...differing.map((zone) => zoneName(zone, t)), ...(isPhoto ? [t('roof.photo')] : [])].join(', ');
}

/** Adds a zone below all others. */
export function addZone(
  draft: Draft,
  settings: Pick<Zone, 'name' | 'tilt' | 'azimuth' | 'orientation' | 'rows' | 'columns'>,
): Draft {
  const boxes = draft.zones.map(boxOf);
  const x = boxes.length === 0 ? 0 : Math.min(...boxes.map(({ left }) => left));
  const y = boxes.length === 0 ? 0 : Math.max(...boxes.map(({ bottom }) => bottom)) + ZONE_GAP_M;
  const zone = {
    ...settings,
    id: nextId(draft.zones),
    x: toCentimetres(x),
    y: toCentimetres(y),
    rotation: 0,
    modules: [],
  };
  return { ...draft, zones: [...draft.zones, zone] };
}

/** Changes a zone; modules outside the changed zone lose their place. */
export function changeZone(draft: Draft, id: number, change: Partial<Zone>): Draft {
  return withZones(draft, (zone) => {
    if (zone.id !== id) return zone;
    const changed = { ...zone, ...change };
    const modules = changed.modules.filter(({ row, column }) => row <= changed.rows && column <= changed.columns);
    return { ...changed, modules };
  });
}

/** Rotates a zone about its centre, in degrees. */
export function turnZone(draft: Draft, id: number, rotation: number): Draft {
  const zone = zoneOf(draft, id);
  if (!zone) return draft;
  const { x, y } = rotatedZone(zone, rotation);
  return changeZone(draft, id, { rotation, x: toCentimetres(x), y: toCentimetres(y) });
}

export const removeZones = (draft: Draft, ids: ReadonlySet<number>): Draft => ({
  ...draft,
  zones: draft.zones.filter(({ id }) => !ids.has(id)),
});

export const moveZones = (draft: Draft, ids: ReadonlySet<number>, by: Point): Draft =>
  withZones(draft, (zone) =>
    ids.has(zone.id) ? { ...zone, x: toCentimetres(zone.x + by.x), y: toCentimetres(zone.y + by.y) } : zone,
  );

/** Returns the distance of a drag snapped to the edges of nearby zones, else to the grid. */
export function snapDrag(draft: Draft, ids: ReadonlySet<number>, by: Point): Point {
  const first = draft.zones.find(({ id }) => ids.has(id));
  if (!first) return by;
  const draggedBox = boxOf(first);
  const others = draft.zones.filter(({ id }) => !ids.has(id)).map(boxOf);
  const along = (low: 'left' | 'top', high: 'right' | 'bottom', move: number): number => {
    const edges = others.flatMap((box) => [box[low], box[high]]);
    const gaps = [draggedBox[low], draggedBox[high]].flatMap((edge) => edges.map((other) => other - (edge + move)));
    const nearest = gaps.reduce((best, gap) => (Math.abs(gap) < Math.abs(best) ? gap : best), Infinity);
    return Math.abs(nearest) <= SNAP_M
      ? move + nearest
      : Math.round((draggedBox[low] + move) / GRID_M) * GRID_M - draggedBox[low];
  };
  return { x: along('left', 'right', by.x), y: along('top', 'bottom', by.y) };
}

export function removeModules(draft: Draft, keys: ReadonlySet<string>): Draft {
  return withZones(draft, (zone) => {
    const modules = zone.modules.filter((module) => !keys.has(keyOf(module)));
    return modules.length === zone.modules.length ? zone : { ...zone, modules };
  });
}

/**
 * Places modules. A single module swaps with the one at the place. Several retain their arrangement where it fits, else fill
 * the free places from that place on. Modules without a free place stay where they are.
 */
export function putModules(draft: Draft, modules: readonly ModuleKey[], place: Cell): Draft {
  const target = zoneOf(draft, place.zone);
  if (!target || modules.length === 0) return draft;
  const keys = new Set(modules.map(keyOf));
  const origins = draft.zones.flatMap((zone) =>
    zone.modules.filter((module) => keys.has(keyOf(module))).map((module) => ({ ...module, zone: zone.id })),
  );
  const [first] = origins;
  const occupant = target.modules.find(({ row, column }) => row === place.row && column === place.column);
  const withoutModules = removeModules(draft, keys);
  const [single, ...others] = modules;
  if (single && others.length === 0) {
    const cleared =
      occupant && !keys.has(keyOf(occupant))
        ? removeModules(withoutModules, new Set([keyOf(occupant)]))
        : withoutModules;
    const placedDraft = withModules(cleared, place.zone, [{ ...single, row: place.row, column: place.column }]);
    return occupant && first && !keys.has(keyOf(occupant))
      ? withModules(placedDraft, first.zone, [
          { sn: occupant.sn, input: occupant.input, row: first.row, column: first.column },
        ])
      : placedDraft;
  }
  const targetZone = zoneOf(withoutModules, place.zone);
  if (!targetZone) return draft;
  const isFree = (row: number, column: number) =>
    row >= 1 &&
    column >= 1 &&
    row <= targetZone.rows &&
    column <= targetZone.columns &&
    !targetZone.modules.some((module) => module.row === row && module.column === column);
  if (first && origins.length === modules.length && origins.every(({ zone }) => zone === first.zone)) {
    const shifted = origins.map(({ zone: _, ...module }) => ({
      ...module,
      row: module.row - first.row + place.row,
      column: module.column - first.column + place.column,
    }));
    if (shifted.every(({ row, column }) => isFree(row, column)))
      return withModules(withoutModules, place.zone, shifted);
  }
  const free = freePlaces(targetZone, 'rows').filter(
    ({ row, column }) => row > place.row || (row === place.row && column >= place.column),
  );
  const placed = assignPlaces(modules, free);
  // Modules without a free place return to their old places.
  const unplaced = origins.filter((module) => !placed.some((other) => keyOf(other) === keyOf(module)));
  const filled = withModules(withoutModules, place.zone, placed);
  return unplaced.reduce(
    (all, { zone, ...module }) =>
      zoneOf(all, zone)?.modules.some(({ row, column }) => row === module.row && column === module.column)
        ? all
        : withModules(all, zone, [module]),
    filled,
  );
}

const withModules = (draft: Draft, id: number, modules: readonly Placed[]): Draft =>
  withZones(draft, (zone) => (zone.id === id ? { ...zone, modules: [...zone.modules, ...modules] } : zone));

/** Returns the free places in the order in which they are filled. */
export function freePlaces(zone: Zone, by: 'rows' | 'columns'): { row: number; column: number }[] {
  const occupied = new Set(zone.modules.map(({ row, column }) => `${row} ${column}`));
  const places = Array.from({ length: zone.rows * zone.columns }, (_, n) =>
    by === 'rows'
      ? { row: Math.floor(n / zone.columns) + 1, column: (n % zone.columns) + 1 }
      : { row: (n % zone.rows) + 1, column: Math.floor(n / zone.rows) + 1 },
  );
  return places.filter(({ row, column }) => !occupied.has(`${row} ${column}`));
}

/** Assigns modules to places in order; modules without a place are left out. */
const assignPlaces = (modules: readonly ModuleKey[], places: readonly { row: number; column: number }[]): Placed[] =>
  places.flatMap((place, n) => {
    const module = modules[n];
    return module ? [{ sn: module.sn, input: module.input, ...place }] : [];
  });

/** Returns the next free place after this one, else this one. */
export function nextFree(draft: Draft, place: Cell): Cell {
  const zone = zoneOf(draft, place.zone);
  const next =
    zone &&
    freePlaces(zone, 'rows').find(({ row, column }) => row > place.row || (row === place.row && column > place.column));
  return next ? { zone: place.zone, ...next } : place;
}

/** Returns the placed modules among these keys, in the order of the layout. */
export const placedAmong = (draft: Draft, keys: ReadonlySet<string>): Placed[] =>
  draft.zones.flatMap((zone) => zone.modules.filter((module) => keys.has(keyOf(module))));

/** Fills the free places of a zone with modules. */
export function fillZone(draft: Draft, id: number, modules: readonly ModuleKey[], by: 'rows' | 'columns'): Draft {
  const zone = zoneOf(draft, id);
  if (!zone) return draft;
  return withModules(draft, id, assignPlaces(modules, freePlaces(zone, by)));
}

/** Separates a row into its own zone; the rows above and below stay where they are. */
export function separateRow(draft: Draft, id: number, row: number): Draft {
  const zone = zoneOf(draft, id);
  if (!zone || zone.rows < 2 || row < 1 || row > zone.rows) return draft;
  const { height } = PANEL[zone.orientation];
  const part = (from: number, to: number, overrides: Partial<Zone>): Zone => {
    const corner = fromZone(zone, { x: 0, y: (from - 1) * height });
    return {
      ...zone,
      x: toCentimetres(corner.x),
      y: toCentimetres(corner.y),
      rows: to - from + 1,
      modules: zone.modules
        .filter((module) => module.row >= from && module.row <= to)
        .map((module) => ({ ...module, row: module.row - from + 1 })),
      ...overrides,
    };
  };
  const newId = nextId(draft.zones);
  const parts: Zone[] = [];
  if (row > 1) parts.push(part(1, row - 1, {}));
  parts.push(part(row, row, { id: newId }));
  if (row < zone.rows) parts.push(part(row + 1, zone.rows, row > 1 ? { id: newId + 1 } : {}));
  return { ...draft, zones: draft.zones.flatMap((candidate) => (candidate.id === id ? parts : [candidate])) };
}

/** Returns why two zones cannot be combined; null: they can. */
export function combineFault(one: Zone, other: Zone): 'otherOrientation' | 'tooLarge' | null {
  const isSame = one.orientation === other.orientation && one.tilt === other.tilt && one.azimuth === other.azimuth;
  if (!isSame) return 'otherOrientation';
  return isSideBySide(one, other)
    ? one.columns + other.columns > MAX_ZONE_SIDE
      ? 'tooLarge'
      : null
    : one.rows + other.rows > MAX_ZONE_SIDE
      ? 'tooLarge'
      : null;
}

/** Whether zones with equal rows are further apart horizontally than vertically. */
function isSideBySide(one: Zone, other: Zone): boolean {
  const [mine, theirs] = [boxOf(one), boxOf(other)];
  const centre = ({ left, right, top, bottom }: typeof mine) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const [from, to] = [centre(mine), centre(theirs)];
  return one.rows === other.rows && Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
}

/** Combines two zones of the same orientation: side by side if they lie so, else one below the other. */
export function combineZones(draft: Draft, id: number, otherId: number): Draft {
  const [zone, otherZone] = [zoneOf(draft, id), zoneOf(draft, otherId)];
  if (!zone || !otherZone || id === otherId || combineFault(zone, otherZone) !== null) return draft;
  const sideBySide = isSideBySide(zone, otherZone);
  const isAfter = sideBySide ? otherZone.x >= zone.x : otherZone.y >= zone.y;
  const [first, second] = isAfter ? [zone, otherZone] : [otherZone, zone];
  const [rowOffset, columnOffset] = sideBySide ? [0, first.columns] : [first.rows, 0];
  const combined: Zone = {
    ...first,
    id: zone.id,
    name: zone.name,
    rows: sideBySide ? first.rows : first.rows + second.rows,
    columns: sideBySide ? first.columns + second.columns : Math.max(first.columns, second.columns),
    modules: [
      ...first.modules,
      ...second.modules.map((module) => ({
        ...module,
        row: module.row + rowOffset,
        column: module.column + columnOffset,
      })),
    ],
  };
  return {
    ...draft,
    zones: draft.zones.filter((zone) => zone.id !== otherId).map((zone) => (zone.id === id ? combined : zone)),
  };
}

/** Whether two drafts are equal in everything that is saved. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
