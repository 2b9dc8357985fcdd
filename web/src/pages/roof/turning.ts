// Turning a zone by hand: where its handle stands, and which way the zone lies when that is dragged somewhere or a key is pressed.
import { fromZone, middleOf, type Point, sizeOf, type View, type Zone } from '../../components/roof/plan.ts';

/** Pixels: from the edge of the zone to the middle of the handle, and how near one must press. */
const AWAY_PX = 18;
const NEAR_PX = 14;
/** Degrees: a step of a key, the directions that hold a handle, and how near to them. */
export const TURN_STEP = 5;
const DIRECTION = 15;
const HOLDS = 2;

/** On the plan, right of the middle of its right edge: names stand above. */
export const handleOf = (zone: Zone, { scale }: View): Point => {
  const { width, height } = sizeOf(zone);
  return fromZone(zone, { x: width + AWAY_PX / scale, y: height / 2 });
};

export function isOnHandle(zone: Zone, at: Point, view: View): boolean {
  const handle = handleOf(zone, view);
  return Math.hypot(at.x - handle.x, at.y - handle.y) * view.scale <= NEAR_PX;
}

/** Above -180 and up to 180. */
export function withinTurn(degrees: number): number {
  const positive = ((degrees % 360) + 360) % 360;
  return positive > 180 ? positive - 360 : positive;
}

/** Which way a zone lies whose handle was taken at one point and is held at another: whole degrees, held by each fifteenth. */
export function rotationTo(zone: Zone, from: Point, to: Point): number {
  const middle = middleOf(zone, { row: (zone.rows + 1) / 2, column: (zone.columns + 1) / 2 });
  const angle = ({ x, y }: Point) => (Math.atan2(y - middle.y, x - middle.x) * 180) / Math.PI;
  const free = zone.rotation + angle(to) - angle(from);
  const held = Math.round(free / DIRECTION) * DIRECTION;
  return withinTurn(Math.abs(free - held) <= HOLDS ? held : Math.round(free));
}
