// The geometry of a plan: where the places of a zone lie, what lies at a point, what all of it covers. Metres, y downwards.
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
/** Of a zone, from 1. */
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

const turned = ({ x, y }: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
};

/** From the zone's own corner to the plan, and back. */
export function fromZone({ x, y, rotation }: Frame, point: Point): Point {
  const on = turned(point, rotation);
  return { x: x + on.x, y: y + on.y };
}
function toZone({ x, y, rotation }: Frame, point: Point): Point {
  return turned({ x: point.x - x, y: point.y - y }, -rotation);
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

/** Null: there is nothing. */
export function boxOfAll(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** The place at a point; of zones that lie on one another the last. */
export function cellAt(zones: readonly Zone[], point: Point): Cell | null {
  const zone = zones.findLast((one) => {
    const { x, y } = toZone(one, point);
    const { width, height } = sizeOf(one);
    return x >= 0 && y >= 0 && x < width && y < height;
  });
  if (!zone) return null;
  const { x, y } = toZone(zone, point);
  const { width, height } = PANEL[zone.orientation];
  return { zone: zone.id, row: Math.floor(y / height) + 1, column: Math.floor(x / width) + 1 };
}

export const moduleAt = (zones: readonly Zone[], place: Cell): Placed | undefined =>
  zones
    .find(({ id }) => id === place.zone)
    ?.modules.find(({ row, column }) => row === place.row && column === place.column);

/** Its middle on the plan. */
export function middleOf(zone: Zone, { row, column }: { row: number; column: number }): Point {
  const { width, height } = PANEL[zone.orientation];
  return fromZone(zone, { x: (column - 0.5) * width, y: (row - 0.5) * height });
}

/** Pixels: above a zone stands its name, and a short zone's is longer than it. */
const NAME_PX = 20;
const LEAST_NAME_M = 2;

export function isOnName(zone: Zone, at: Point, { scale }: View): boolean {
  const { x, y } = toZone(zone, at);
  return x >= 0 && x <= Math.max(sizeOf(zone).width, LEAST_NAME_M) && y < 0 && y >= -NAME_PX / scale;
}

/** About its middle, which stays where it is. */
export function rotatedZone(zone: Zone, rotation: number): Zone {
  const { width, height } = sizeOf(zone);
  const half = { x: width / 2, y: height / 2 };
  const middle = fromZone(zone, half);
  const corner = turned(half, rotation);
  return { ...zone, rotation, x: middle.x - corner.x, y: middle.y - corner.y };
}

/** What is dragged, and how far: drawn where it would be, without anything being changed yet. */
export interface Moved {
  zones: ReadonlySet<number>;
  photo: boolean;
  by: Point;
  /** They are turned to this instead. */
  rotation?: number;
}

export function movedZone(zone: Zone, moved: Moved | null | undefined): Zone {
  if (!moved?.zones.has(zone.id)) return zone;
  if (moved.rotation !== undefined) return rotatedZone(zone, moved.rotation);
  return { ...zone, x: zone.x + moved.by.x, y: zone.y + moved.by.y };
}

/** How the plan lies on a canvas: pixels of a metre, and where its beginning is. */
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
/** Around all that there is; above stand names. */
const MARGIN_PX = { x: 20, top: 34, bottom: 20 };

/** All of it, in the middle of a canvas of so many pixels. */
export function fitted(box: Box, width: number, height: number): View {
  const [wide, high] = [Math.max(box.right - box.left, 1), Math.max(box.bottom - box.top, 1)];
  const room = { width: width - 2 * MARGIN_PX.x, height: height - MARGIN_PX.top - MARGIN_PX.bottom };
  const most = Math.min(MAX_FITTED_SCALE, room.width / wide, room.height / high);
  const scale = Math.max(LEAST_SCALE, most);
  return {
    scale,
    x: MARGIN_PX.x + (room.width - wide * scale) / 2 - box.left * scale,
    y: MARGIN_PX.top + (room.height - high * scale) / 2 - box.top * scale,
  };
}
