// What can be dragged on the plan: modules, zones, the photo, and a box around several; each is a step of its own once it is dropped, and Escape ends it.
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import {
  keyOf,
  type Moved,
  middleOf,
  type Place,
  type Placed,
  type Point,
  placeAt,
  type Zone,
} from '../../components/roof/plan.ts';
import type { Stage } from '../../components/roof/stage.ts';
import { type Draft, type ModuleKey, moveZones, snapped } from './draft.ts';
import { rotationTo } from './turning.ts';

interface Options {
  stage: RefObject<Stage | null>;
  draft: Draft;
  act: (draft: Draft) => void;
  put: (keys: readonly ModuleKey[], place: Place) => void;
  onOut: (keys: ReadonlySet<string>) => void;
  onTurned: (zone: Zone, rotation: number) => void;
  onChosen: (modules: readonly Placed[]) => void;
}

type WindowEvent = globalThis.PointerEvent;

/** A hand trembles. */
const STILL_PX = 4;

const isOver = (event: WindowEvent, selector: string): boolean =>
  Boolean(document.elementFromPoint(event.clientX, event.clientY)?.closest(selector));
const toCentimetres = (metres: number): number => Math.round(metres * 100) / 100;

export function useDrags({ stage, draft, act, put, onOut, onTurned, onChosen }: Options) {
  const ghost = useRef<{ at: Point; count: number; target: Place | null } | null>(null);
  const box = useRef<{ from: Point; to: Point } | null>(null);
  const moved = useRef<Moved | null>(null);
  const ending = useRef<(() => void) | null>(null);
  useEffect(() => () => ending.current?.(), []);

  /** On the whole window: what is dragged may leave the canvas for the tray. */
  const follow = (
    start: PointerEvent,
    on: { move: (event: WindowEvent) => void; drop: (event: WindowEvent, isMoved: boolean) => void },
  ) => {
    ending.current?.();
    let isMoved = false;
    const move = (event: WindowEvent) => {
      isMoved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) >= STILL_PX;
      if (isMoved) on.move(event);
    };
    const up = (event: WindowEvent) => {
      end();
      if (event.type === 'pointerup') on.drop(event, isMoved);
    };
    const onEscape = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && end();
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', up);
      window.removeEventListener('keydown', onEscape);
      ghost.current = null;
      box.current = null;
      ending.current = null;
      moved.current = null;
      stage.current?.invalidate();
    };
    ending.current = end;
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', up);
    window.addEventListener('keydown', onEscape);
  };

  /** Drawn on its way by the canvas alone: a thousand modules are not gone through by the page with every movement. */
  const shift = (
    event: PointerEvent,
    what: Omit<Moved, 'by'>,
    fit: (by: Point) => Point,
    done: (by: Point) => Draft,
  ) => {
    const from = stage.current!.planAt(event);
    const how = (at: WindowEvent) => {
      const to = stage.current!.planAt(at);
      return fit({ x: to.x - from.x, y: to.y - from.y });
    };
    follow(event, {
      move: (at) => {
        moved.current = { ...what, by: how(at) };
        stage.current!.invalidate();
      },
      drop: (at, isMoved) => isMoved && act(done(how(at))),
    });
  };

  return {
    ghost,
    box,
    moved,
    modules: (event: PointerEvent, keys: readonly ModuleKey[], whenStill: () => void) =>
      follow(event, {
        move: (at) => {
          const plan = stage.current!.planAt(at);
          const target = isOver(at, 'canvas') ? placeAt(draft.zones, plan) : null;
          ghost.current = { at: plan, count: keys.length, target };
          stage.current!.invalidate();
        },
        drop: (at, isMoved) => {
          if (!isMoved) return whenStill();
          const target = isOver(at, 'canvas') ? placeAt(draft.zones, stage.current!.planAt(at)) : null;
          if (target) put(keys, target);
          else if (isOver(at, '[data-tray]')) onOut(new Set(keys.map(keyOf)));
        },
      }),
    zones: (event: PointerEvent, ids: ReadonlySet<number>) =>
      shift(
        event,
        { zones: ids, photo: false },
        (by) => snapped(draft, ids, by),
        (by) => moveZones(draft, ids, by),
      ),
    turn: (event: PointerEvent, zone: Zone) => {
      const from = stage.current!.planAt(event);
      const how = (at: WindowEvent) => rotationTo(zone, from, stage.current!.planAt(at));
      follow(event, {
        move: (at) => {
          moved.current = { zones: new Set([zone.id]), photo: false, by: { x: 0, y: 0 }, rotation: how(at) };
          stage.current!.invalidate();
        },
        drop: (at, isMoved) => isMoved && onTurned(zone, how(at)),
      });
    },
    photo: (event: PointerEvent) =>
      shift(
        event,
        { zones: new Set(), photo: true },
        (by) => by,
        ({ x, y }) => {
          const { photo } = draft;
          return photo
            ? { ...draft, photo: { ...photo, x: toCentimetres(photo.x + x), y: toCentimetres(photo.y + y) } }
            : draft;
        },
      ),
    several: (event: PointerEvent) => {
      const from = stage.current!.planAt(event);
      follow(event, {
        move: (at) => {
          box.current = { from, to: stage.current!.planAt(at) };
          stage.current!.invalidate();
        },
        drop: (at) => {
          const to = stage.current!.planAt(at);
          const isIn = ({ x, y }: Point) =>
            x >= Math.min(from.x, to.x) &&
            x <= Math.max(from.x, to.x) &&
            y >= Math.min(from.y, to.y) &&
            y <= Math.max(from.y, to.y);
          onChosen(draft.zones.flatMap((zone) => zone.modules.filter((module) => isIn(middleOf(zone, module)))));
        },
      });
    },
  };
}
