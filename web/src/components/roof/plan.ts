// The geometry of a plan: positions of cells, the cell at a point, and bounding boxes. In metres, y downwards.
import type { LayoutZone } from '@heliograph/contract/entities/layout.ts';
import { PANEL } from '@heliograph/contract/layout.ts';

export type Zone = LayoutZone;
export type Placed = Zone['modules'][number];

export interface Point {
  x: number;
  y: number;
}
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
/** A cell of a zone; row and column count from 1. */
export interface Cell {
  zone: number;
  row: number;
  column: number;
}
type Frame = Pick<Zone, 'x' | 'y' | 'rotation'>;

export const keyOf = ({ sn, input }: { sn: string; input: number }): string => `${sn}_${input}`;

export const sizeOf = ({ rows, columns, orientation }: Pick<Zone, 'rows' | 'columns' | 'orientation'>) => ({
  width: columns * PANEL[orientation].width,
  height: rows * PANEL[orientation].height,
});

const rotate = ({ x, y }: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
};

/** Converts a point from the zone's own coordinates to those of the plan. */
export function fromZone({ x, y, rotation }: Frame, point: Point): Point {
  const rotated = rotate(point, rotation);
  return { x: x + rotated.x, y: y + rotated.y };
}
function toZone({ x, y, rotation }: Frame, point: Point): Point {
  return rotate({ x: point.x - x, y: point.y - y }, -rotation);
}

function cornersOf(zone: Zone): Point[] {
  const { width, height } = sizeOf(zone);
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ].map((corner) => fromZone(zone, corner));
}

export function boxOf(zone: Zone): Box {
  const corners = cornersOf(zone);
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** Returns the bounding box of all boxes; null without any. */
export function boxOfAll(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** Returns the cell at a point; of overlapping zones that of the last. */
export function cellAt(zones: readonly Zone[], point: Point): Cell | null {
  const zone = zones.findLast((each) => {
    const { x, y } = toZone(each, point);
    const { width, height } = sizeOf(each);
    return x >= 0 && y >= 0 && x < width && y < height;
  });
  if (!zone) return null;
  const { x, y } = toZone(zone, point);
  const { width, height } = PANEL[zone.orientation];
  return { zone: zone.id, row: Math.floor(y / height) + 1, column: Math.floor(x / width) + 1 };
}

export const moduleAt = (zones: readonly Zone[], cell: Cell): Placed | undefined =>
  zones
    .find(({ id }) => id === cell.zone)
    ?.modules.find(({ row, column }) => row === cell.row && column === cell.column);

/** Returns the middle of a cell in the plan. */
export function middleOf(zone: Zone, { row, column }: { row: number; column: number }): Point {
  const { width, height } = PANEL[zone.orientation];
  return fromZone(zone, { x: (column - 0.5) * width, y: (row - 0.5) * height });
}

/** Height of the name above a zone, in pixels, and its minimum width, which may exceed that of the zone. */
const NAME_PX = 20;
const MIN_NAME_M = 2;

export function isOnName(zone: Zone, at: Point, { scale }: View): boolean {
  const { x, y } = toZone(zone, at);
  return x >= 0 && x <= Math.max(sizeOf(zone).width, MIN_NAME_M) && y < 0 && y >= -NAME_PX / scale;
}

/** Rotates a zone to `rotation` degrees about its middle. */
export function rotatedZone(zone: Zone, rotation: number): Zone {
  const { width, height } = sizeOf(zone);
  const half = { x: width / 2, y: height / 2 };
  const middle = fromZone(zone, half);
  const corner = rotate(half, rotation);
  return { ...zone, rotation, x: middle.x - corner.x, y: middle.y - corner.y };
}

/** A drag in progress: the dragged zones are drawn at their new position, without a change yet. */
export interface Moved {
  zones: ReadonlySet<number>;
  photo: boolean;
  by: Point;
  /** Set for a rotation to these degrees instead of a move. */
  rotation?: number;
}

export function movedZone(zone: Zone, moved: Moved | null | undefined): Zone {
  if (!moved?.zones.has(zone.id)) return zone;
  if (moved.rotation !== undefined) return rotatedZone(zone, moved.rotation);
  return { ...zone, x: zone.x + moved.by.x, y: zone.y + moved.by.y };
}

/** Position of the plan on a canvas: pixels per metre, and the pixels of its origin. */
export interface View {
  scale: number;
  x: number;
  y: number;
}

export const toPlan = (view: View, { x, y }: Point): Point => ({
  x: (x - view.x) / view.scale,
  y: (y - view.y) / view.scale,
});
export const fromPlan = (view: View, { x, y }: Point): Point => ({
  x: x * view.scale + view.x,
  y: y * view.scale + view.y,
});

export const LEAST_SCALE = 0.5;
const MAX_FITTED_SCALE = 60;
/** Margin around the content; names need room above. */
const MARGIN_PX = { x: 20, top: 34, bottom: 20 };

/** Returns the view that shows all of a box in the middle of a canvas of `width` by `height` pixels. */
export function fitted(box: Box, width: number, height: number): View {
  const [wide, high] = [Math.max(box.right - box.left, 1), Math.max(box.bottom - box.top, 1)];
  const room = { width: width - 2 * MARGIN_PX.x, height: height - MARGIN_PX.top - MARGIN_PX.bottom };
  const fittedScale = Math.min(MAX_FITTED_SCALE, room.width / wide, room.height / high);
  const scale = Math.max(LEAST_SCALE, fittedScale);
  return {
    scale,
    x: MARGIN_PX.x + (room.width - wide * scale) / 2 - box.left * scale,
    y: MARGIN_PX.top + (room.height - high * scale) / 2 - box.top * scale,
  };
}
