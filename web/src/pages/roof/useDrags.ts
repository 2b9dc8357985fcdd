// Drags on the plan: modules, zones, the handle of a zone, the photo, and a box around modules. A drop is one step of the history; Escape ends a drag without one.
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import {
  type Cell,
  cellAt,
  keyOf,
  type Moved,
  middleOf,
  type Placed,
  type Point,
  type Zone,
} from '../../components/roof/plan.ts';
import type { Stage } from '../../components/roof/stage.ts';
import { type Draft, type ModuleKey, moveZones, snapDrag } from './draft.ts';
import { followPointer } from './followPointer.ts';
import { rotationTo } from './turning.ts';

interface Options {
  stage: RefObject<Stage | null>;
  draft: Draft;
  act: (draft: Draft) => void;
  put: (keys: readonly ModuleKey[], place: Cell) => void;
  onRemove: (keys: ReadonlySet<string>) => void;
  onTurned: (zone: Zone, rotation: number) => void;
  onBoxSelect: (modules: readonly Placed[]) => void;
}

/** Metres on the plan, and the latest event. */
interface Drag {
  from: Point;
  to: Point;
  event: globalThis.PointerEvent;
}

const isOver = ({ event }: Drag, selector: string): boolean =>
  Boolean(document.elementFromPoint(event.clientX, event.clientY)?.closest(selector));
const distanceOf = ({ from, to }: Drag): Point => ({ x: to.x - from.x, y: to.y - from.y });
const toCentimetres = (metres: number): number => Math.round(metres * 100) / 100;

/** Returns the modules whose centre lies in the box between two corners. */
function modulesBetween(zones: readonly Zone[], from: Point, to: Point): Placed[] {
  const isInside = ({ x, y }: Point) =>
    x >= Math.min(from.x, to.x) &&
    x <= Math.max(from.x, to.x) &&
    y >= Math.min(from.y, to.y) &&
    y <= Math.max(from.y, to.y);
  return zones.flatMap((zone) => zone.modules.filter((module) => isInside(middleOf(zone, module))));
}

function movePhoto(draft: Draft, { x, y }: Point): Draft {
  const { photo } = draft;
  return photo
    ? { ...draft, photo: { ...photo, x: toCentimetres(photo.x + x), y: toCentimetres(photo.y + y) } }
    : draft;
}

/** Follows one drag at a time, and holds the state that the canvas draws. */
function useDragging(stage: Options['stage']) {
  const ghost = useRef<{ at: Point; count: number; target: Cell | null } | null>(null);
  const box = useRef<{ from: Point; to: Point } | null>(null);
  const moved = useRef<Moved | null>(null);
  const endDrag = useRef<(() => void) | null>(null);
  useEffect(() => () => endDrag.current?.(), []);

  /** Draws a drag on the canvas only, so that React does not render a thousand modules on every movement. */
  const follow = (start: PointerEvent, show: (drag: Drag) => void, drop: (drag: Drag, isMoved: boolean) => void) => {
    endDrag.current?.();
    const canvas = stage.current;
    if (!canvas) return;
    const from = canvas.planAt(start);
    endDrag.current = followPointer(start, {
      onMove: (event) => {
        show({ from, to: canvas.planAt(event), event });
        canvas.invalidate();
      },
      onDrop: (event, isMoved) => drop({ from, to: canvas.planAt(event), event }, isMoved),
      onEnd: () => {
        ghost.current = null;
        box.current = null;
        moved.current = null;
        endDrag.current = null;
        stage.current?.invalidate();
      },
    });
  };
  return { ghost, box, moved, follow };
}

export function useDrags({ stage, draft, act, put, onRemove, onTurned, onBoxSelect }: Options) {
  const { ghost, box, moved, follow } = useDragging(stage);
  const shift = (
    event: PointerEvent,
    dragged: Omit<Moved, 'by'>,
    fit: (by: Point) => Point,
    applyShift: (by: Point) => Draft,
  ) =>
    follow(
      event,
      (drag) => {
        moved.current = { ...dragged, by: fit(distanceOf(drag)) };
      },
      (drag, isMoved) => isMoved && act(applyShift(fit(distanceOf(drag)))),
    );
  const targetOf = (drag: Drag) => (isOver(drag, 'canvas') ? cellAt(draft.zones, drag.to) : null);

  return {
    ghost,
    box,
    moved,
    modules: (event: PointerEvent, keys: readonly ModuleKey[], onPress: () => void) =>
      follow(
        event,
        (drag) => {
          ghost.current = { at: drag.to, count: keys.length, target: targetOf(drag) };
        },
        (drag, isMoved) => {
          if (!isMoved) return onPress();
          const target = targetOf(drag);
          if (target) put(keys, target);
          else if (isOver(drag, '[data-tray]')) onRemove(new Set(keys.map(keyOf)));
        },
      ),
    zones: (event: PointerEvent, ids: ReadonlySet<number>) =>
      shift(
        event,
        { zones: ids, photo: false },
        (by) => snapDrag(draft, ids, by),
        (by) => moveZones(draft, ids, by),
      ),
    turn: (event: PointerEvent, zone: Zone) =>
      follow(
        event,
        ({ from, to }) => {
          const by = { x: 0, y: 0 };
          moved.current = { zones: new Set([zone.id]), photo: false, by, rotation: rotationTo(zone, from, to) };
        },
        ({ from, to }, isMoved) => isMoved && onTurned(zone, rotationTo(zone, from, to)),
      ),
    photo: (event: PointerEvent) =>
      shift(
        event,
        { zones: new Set(), photo: true },
        (by) => by,
        (by) => movePhoto(draft, by),
      ),
    boxSelect: (event: PointerEvent) =>
      follow(
        event,
        ({ from, to }) => {
          box.current = { from, to };
        },
        ({ from, to }) => onBoxSelect(modulesBetween(draft.zones, from, to)),
      ),
  };
}
