// Rotation of a zone by its handle or by keys: the position of the handle, and the rotation after a drag.
import { fromZone, middleOf, type Point, sizeOf, type View, type Zone } from '../../components/roof/plan.ts';

/** Pixels from the edge of the zone to the centre of the handle, and the radius within which a press hits it. */
const HANDLE_OFFSET_PX = 18;
const HANDLE_HIT_PX = 14;
/** Degrees: step of a key, interval of the directions that a drag snaps to, and snapping distance. */
export const TURN_STEP_DEGREES = 5;
const SNAP_INTERVAL = 15;
const SNAP_DISTANCE = 2;

/** Returns the position of the handle on the plan, right of the centre of the right edge, as names are above the zone. */
export const handleOf = (zone: Zone, { scale }: View): Point => {
  const { width, height } = sizeOf(zone);
  return fromZone(zone, { x: width + HANDLE_OFFSET_PX / scale, y: height / 2 });
};

export function isOnHandle(zone: Zone, at: Point, view: View): boolean {
  const handle = handleOf(zone, view);
  return Math.hypot(at.x - handle.x, at.y - handle.y) * view.scale <= HANDLE_HIT_PX;
}

/** Returns the angle in the range above -180 up to 180 degrees. */
export function normalizeDegrees(degrees: number): number {
  const positive = ((degrees % 360) + 360) % 360;
  return positive > 180 ? positive - 360 : positive;
}

/** Returns the rotation after a drag of the handle between two points, in whole degrees, snapped to multiples of 15. */
export function rotationTo(zone: Zone, from: Point, to: Point): number {
  const centre = middleOf(zone, { row: (zone.rows + 1) / 2, column: (zone.columns + 1) / 2 });
  const angle = ({ x, y }: Point) => (Math.atan2(y - centre.y, x - centre.x) * 180) / Math.PI;
  const rotation = zone.rotation + angle(to) - angle(from);
  const snappedDegrees = Math.round(rotation / SNAP_INTERVAL) * SNAP_INTERVAL;
  return normalizeDegrees(Math.abs(rotation - snappedDegrees) <= SNAP_DISTANCE ? snappedDegrees : Math.round(rotation));
}
