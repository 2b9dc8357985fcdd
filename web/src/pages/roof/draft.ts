// A layout while it is edited: each action returns a new one, for undo and for comparing versions.
import type { Response } from '@heliograph/contract/calls.ts';
import { PANEL } from '@heliograph/contract/layout.ts';
import { MAX_ZONE_SIDE } from '@heliograph/contract/limits.ts';
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
  /** Metres of a pixel of the photo. */
  photoScale: number;
}
export type ModuleKey = Pick<Placed, 'sn' | 'input'>;

export const draftOf = ({ zones, photo, layoutScale }: Response<'site/layoutInfo'>): Draft => ({
  zones,
  photo,
  photoScale: layoutScale,
});

/** Metres. */
const GRID = 0.25;
const SNAP = 0.35;
const APART = 1.5;
const toCentimetres = (metres: number): number => Math.round(metres * 100) / 100;

const withZones = (draft: Draft, change: (zone: Zone) => Zone): Draft => ({ ...draft, zones: draft.zones.map(change) });
const nextId = (zones: readonly Zone[]): number => Math.max(0, ...zones.map(({ id }) => id)) + 1;
export const zoneOf = (draft: Draft, id: number): Zone | undefined => draft.zones.find((zone) => zone.id === id);

/** Adds a zone below all others. */
export function addZone(
  draft: Draft,
  facts: Pick<Zone, 'name' | 'tilt' | 'azimuth' | 'orientation' | 'rows' | 'columns'>,
): Draft {
  const boxes = draft.zones.map(boxOf);
  const x = boxes.length === 0 ? 0 : Math.min(...boxes.map(({ left }) => left));
  const y = boxes.length === 0 ? 0 : Math.max(...boxes.map(({ bottom }) => bottom)) + APART;
  const zone = {
    ...facts,
    id: nextId(draft.zones),
    x: toCentimetres(x),
    y: toCentimetres(y),
    rotation: 0,
    modules: [],
  };
  return { ...draft, zones: [...draft.zones, zone] };
}

/** Modules outside the changed zone lose their place. */
export function changeZone(draft: Draft, id: number, change: Partial<Zone>): Draft {
  return withZones(draft, (zone) => {
    if (zone.id !== id) return zone;
    const changed = { ...zone, ...change };
    const modules = changed.modules.filter(({ row, column }) => row <= changed.rows && column <= changed.columns);
    return { ...changed, modules };
  });
}

/** About its middle. */
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

/** How far zones are moved when they are dragged so far: to the edges of others nearby, else to the grid. */
export function snapped(draft: Draft, ids: ReadonlySet<number>, by: Point): Point {
  const first = draft.zones.find(({ id }) => ids.has(id));
  if (!first) return by;
  const own = boxOf(first);
  const others = draft.zones.filter(({ id }) => !ids.has(id)).map(boxOf);
  const along = (low: 'left' | 'top', high: 'right' | 'bottom', move: number): number => {
    const edges = others.flatMap((box) => [box[low], box[high]]);
    const gaps = [own[low], own[high]].flatMap((edge) => edges.map((other) => other - (edge + move)));
    const nearest = gaps.reduce((best, gap) => (Math.abs(gap) < Math.abs(best) ? gap : best), Infinity);
    return Math.abs(nearest) <= SNAP ? move + nearest : Math.round((own[low] + move) / GRID) * GRID - own[low];
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
 * One module to a place changes places with the one that is there; several lie as they lay to one another where that fits,
 * else one after the other from that place on, around those that are there. What finds no room stays where it is.
 */
export function putModules(draft: Draft, modules: readonly ModuleKey[], place: Cell): Draft {
  const target = zoneOf(draft, place.zone);
  if (!target || modules.length === 0) return draft;
  const keys = new Set(modules.map(keyOf));
  const from = draft.zones.flatMap((zone) =>
    zone.modules.filter((module) => keys.has(keyOf(module))).map((module) => ({ ...module, zone: zone.id })),
  );
  const [first] = from;
  const there = target.modules.find(({ row, column }) => row === place.row && column === place.column);
  const out = removeModules(draft, keys);
  const [single, ...more] = modules;
  if (single && more.length === 0) {
    const cleared = there && !keys.has(keyOf(there)) ? removeModules(out, new Set([keyOf(there)])) : out;
    const put = withModules(cleared, place.zone, [{ ...single, row: place.row, column: place.column }]);
    return there && first && !keys.has(keyOf(there))
      ? withModules(put, first.zone, [{ sn: there.sn, input: there.input, row: first.row, column: first.column }])
      : put;
  }
  const left = zoneOf(out, place.zone);
  if (!left) return draft;
  const isFree = (row: number, column: number) =>
    row >= 1 &&
    column >= 1 &&
    row <= left.rows &&
    column <= left.columns &&
    !left.modules.some((module) => module.row === row && module.column === column);
  if (first && from.length === modules.length && from.every(({ zone }) => zone === first.zone)) {
    const shifted = from.map(({ zone: _, ...module }) => ({
      ...module,
      row: module.row - first.row + place.row,
      column: module.column - first.column + place.column,
    }));
    if (shifted.every(({ row, column }) => isFree(row, column))) return withModules(out, place.zone, shifted);
  }
  const free = freePlaces(left, 'rows').filter(
    ({ row, column }) => row > place.row || (row === place.row && column >= place.column),
  );
  const placed = pairUp(modules, free);
  // Those without room go back to where they were.
  const rest = from.filter((module) => !placed.some((one) => keyOf(one) === keyOf(module)));
  const done = withModules(out, place.zone, placed);
  return rest.reduce(
    (all, { zone, ...module }) =>
      zoneOf(all, zone)?.modules.some(({ row, column }) => row === module.row && column === module.column)
        ? all
        : withModules(all, zone, [module]),
    done,
  );
}

const withModules = (draft: Draft, id: number, modules: readonly Placed[]): Draft =>
  withZones(draft, (zone) => (zone.id === id ? { ...zone, modules: [...zone.modules, ...modules] } : zone));

/** In the order in which they are filled. */
export function freePlaces(zone: Zone, by: 'rows' | 'columns'): { row: number; column: number }[] {
  const taken = new Set(zone.modules.map(({ row, column }) => `${row} ${column}`));
  const places = Array.from({ length: zone.rows * zone.columns }, (_, n) =>
    by === 'rows'
      ? { row: Math.floor(n / zone.columns) + 1, column: (n % zone.columns) + 1 }
      : { row: (n % zone.rows) + 1, column: Math.floor(n / zone.rows) + 1 },
  );
  return places.filter(({ row, column }) => !taken.has(`${row} ${column}`));
}

/** One module after the other at the places in their order; those without a place are left out. */
const pairUp = (modules: readonly ModuleKey[], places: readonly { row: number; column: number }[]): Placed[] =>
  places.flatMap((place, n) => {
    const module = modules[n];
    return module ? [{ sn: module.sn, input: module.input, ...place }] : [];
  });

/** The free place behind one, else that one. */
export function nextFree(draft: Draft, place: Cell): Cell {
  const zone = zoneOf(draft, place.zone);
  const next =
    zone &&
    freePlaces(zone, 'rows').find(({ row, column }) => row > place.row || (row === place.row && column > place.column));
  return next ? { zone: place.zone, ...next } : place;
}

/** Those of them that have a place, in the order in which they lie. */
export const placedAmong = (draft: Draft, keys: ReadonlySet<string>): Placed[] =>
  draft.zones.flatMap((zone) => zone.modules.filter((module) => keys.has(keyOf(module))));

/** As many of them as it has free places. */
export function fillZone(draft: Draft, id: number, modules: readonly ModuleKey[], by: 'rows' | 'columns'): Draft {
  const zone = zoneOf(draft, id);
  if (!zone) return draft;
  return withModules(draft, id, pairUp(modules, freePlaces(zone, by)));
}

/** A row becomes a zone of its own; what is above and below it stays where it is. */
export function separateRow(draft: Draft, id: number, row: number): Draft {
  const zone = zoneOf(draft, id);
  if (!zone || zone.rows < 2 || row < 1 || row > zone.rows) return draft;
  const { height } = PANEL[zone.orientation];
  const part = (from: number, to: number, own: Partial<Zone>): Zone => {
    const corner = fromZone(zone, { x: 0, y: (from - 1) * height });
    return {
      ...zone,
      x: toCentimetres(corner.x),
      y: toCentimetres(corner.y),
      rows: to - from + 1,
      modules: zone.modules
        .filter((module) => module.row >= from && module.row <= to)
        .map((module) => ({ ...module, row: module.row - from + 1 })),
      ...own,
    };
  };
  const ownId = nextId(draft.zones);
  const parts: Zone[] = [];
  if (row > 1) parts.push(part(1, row - 1, {}));
  parts.push(part(row, row, { id: ownId }));
  if (row < zone.rows) parts.push(part(row + 1, zone.rows, row > 1 ? { id: ownId + 1 } : {}));
  return { ...draft, zones: draft.zones.flatMap((one) => (one.id === id ? parts : [one])) };
}

/** Why two zones cannot become one; null: they can. */
export function combineFault(one: Zone, other: Zone): 'otherOrientation' | 'tooLarge' | null {
  const isSame = one.orientation === other.orientation && one.tilt === other.tilt && one.azimuth === other.azimuth;
  if (!isSame) return 'otherOrientation';
  return isBeside(one, other)
    ? one.columns + other.columns > MAX_ZONE_SIDE
      ? 'tooLarge'
      : null
    : one.rows + other.rows > MAX_ZONE_SIDE
      ? 'tooLarge'
      : null;
}

/** As many rows, and further to the side of each other than above. */
function isBeside(one: Zone, other: Zone): boolean {
  const [mine, theirs] = [boxOf(one), boxOf(other)];
  const middle = ({ left, right, top, bottom }: typeof mine) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });
  const [from, to] = [middle(mine), middle(theirs)];
  return one.rows === other.rows && Math.abs(to.x - from.x) > Math.abs(to.y - from.y);
}

/** Two zones of one orientation become one: side by side where they lie so, else one below the other. */
export function combineZones(draft: Draft, id: number, otherId: number): Draft {
  const [given, otherGiven] = [zoneOf(draft, id), zoneOf(draft, otherId)];
  if (!given || !otherGiven || id === otherId || combineFault(given, otherGiven) !== null) return draft;
  const beside = isBeside(given, otherGiven);
  const isAfter = beside ? otherGiven.x >= given.x : otherGiven.y >= given.y;
  const [first, second] = isAfter ? [given, otherGiven] : [otherGiven, given];
  const [down, right] = beside ? [0, first.columns] : [first.rows, 0];
  const whole: Zone = {
    ...first,
    id: given.id,
    name: given.name,
    rows: beside ? first.rows : first.rows + second.rows,
    columns: beside ? first.columns + second.columns : Math.max(first.columns, second.columns),
    modules: [
      ...first.modules,
      ...second.modules.map((module) => ({ ...module, row: module.row + down, column: module.column + right })),
    ],
  };
  return {
    ...draft,
    zones: draft.zones.filter((zone) => zone.id !== otherId).map((zone) => (zone.id === id ? whole : zone)),
  };
}

/** Whether nothing differs that would be saved. */
export const isSameDraft = (one: Draft, other: Draft): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
