// The plan of a roof on a canvas: zoomed with buttons, wheel and pinch, panned by dragging the background; presses and keys are passed to the parent.
import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { drawZones, type Inks, type Looks } from './drawRoof.ts';
import { type Cell, cellAt, type Moved, movedZone, type Point } from './plan.ts';
import classes from './roof.module.css';
import { type Draw, Stage } from './stage.ts';
import type { Roof } from './useRoof.ts';

export interface Press {
  /** Position in the plan, metres. */
  at: Point;
  place: Cell | null;
  event: PointerEvent;
}

interface Props {
  roof: Roof;
  /** Read at each draw; after a change, call the stage's `paint`. */
  looks: { current: Looks };
  inks: Inks;
  /** Text alternative of the canvas. */
  label: string;
  describedBy?: string;
  /** Read at each draw, like `looks`. */
  moved?: { current: Moved | null };
  /** Drawn on top. */
  overlay?: Draw;
  /** Returns true when the parent handles the press, so that it does not pan. */
  onPress?: (press: Press) => boolean;
  /** Called when a press is released in the same place. */
  onPlace?: (press: Press) => void;
  onHover?: (place: Cell | null) => void;
  onKey?: (event: KeyboardEvent) => void;
  /** Editing mode: a finger moves content of the plan, never the page. */
  isEditable?: boolean;
  ref?: Ref<Stage>;
}

/** Movement below which a press is not a drag, because hands tremble. */
const DRAG_THRESHOLD_PX = 4;

/** Sets the draw function of the stage: photo, modules, overlay. The stage calls it for each frame, outside React. */
function useDrawing(
  stage: Stage,
  { roof, looks, inks, moved, overlay }: Pick<Props, 'roof' | 'looks' | 'inks' | 'moved' | 'overlay'>,
): void {
  useEffect(() => {
    stage.draw = (ctx) => {
      const { picture, photo, photoScale, drawn } = roof;
      const { scale, x, y } = stage.view;
      const move = moved?.current;
      if (picture && photo) {
        ctx.globalAlpha = photo.opacity;
        const size = scale * photoScale;
        const [left, top] = move?.photo ? [photo.x + move.by.x, photo.y + move.by.y] : [photo.x, photo.y];
        ctx.drawImage(picture, x + left * scale, y + top * scale, photo.width * size, photo.height * size);
        ctx.globalAlpha = 1;
      }
      const shown = move ? drawn.map((each) => ({ ...each, zone: movedZone(each.zone, move) })) : drawn;
      drawZones(ctx, shown, looks.current, stage.view, inks, stage.ratio);
      overlay?.(ctx, stage);
    };
  }, [stage, roof, looks, inks, moved, overlay]);
}

type Gestures = Pick<Props, 'roof' | 'isEditable' | 'onPress' | 'onPlace' | 'onHover' | 'onKey'> & { stage: Stage };

/** Returns the handlers of the canvas: one pointer presses or pans, two pointers zoom, keys zoom and fit. */
function useGestures({ stage, roof, isEditable, onPress, onPlace, onHover, onKey }: Gestures) {
  const pointers = useRef(new Map<number, Point>());
  const pressed = useRef<{ at: Point; isMoved: boolean; isHandled: boolean } | null>(null);
  const pressAt = (event: PointerEvent): Press => {
    const at = stage.planAt(event);
    return { at, place: cellAt(roof.zones, at), event };
  };
  const down = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0 && event.button !== 1) return;
    pointers.current.set(event.pointerId, stage.pointAt(event));
    if (pointers.current.size > 1) {
      pressed.current = null;
      return;
    }
    const isHandled = event.button === 0 && (onPress?.(pressAt(event)) ?? false);
    pressed.current = { at: stage.pointAt(event), isMoved: false, isHandled };
    if (!isHandled) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const before = pointers.current.get(event.pointerId);
    const now = stage.pointAt(event);
    if (!before) {
      onHover?.(cellAt(roof.zones, stage.planAt(event)));
      return;
    }
    pointers.current.set(event.pointerId, now);
    const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    if (other) {
      const distance = (one: Point) => Math.hypot(one.x - other.x, one.y - other.y);
      stage.zoomBy(distance(now) / Math.max(1, distance(before)), {
        x: (now.x + other.x) / 2,
        y: (now.y + other.y) / 2,
      });
      return;
    }
    const press = pressed.current;
    if (!press || press.isHandled) return;
    if (!press.isMoved && Math.hypot(now.x - press.at.x, now.y - press.at.y) < DRAG_THRESHOLD_PX) return;
    press.isMoved = true;
    // A single finger scrolls the page vertically.
    if (event.pointerType === 'touch' && !isEditable) stage.panBy(now.x - before.x, 0);
    else stage.panBy(now.x - before.x, now.y - before.y);
  };
  const up = (event: PointerEvent<HTMLCanvasElement>) => {
    pointers.current.delete(event.pointerId);
    const press = pressed.current;
    pressed.current = null;
    if (press && !press.isMoved && !press.isHandled && event.type === 'pointerup') onPlace?.(pressAt(event));
  };
  const key = (event: KeyboardEvent<HTMLCanvasElement>) => {
    const zoom = { '+': 1.25, '=': 1.25, '-': 0.8 }[event.key];
    if (zoom !== undefined && !event.ctrlKey && !event.metaKey) stage.zoomBy(zoom);
    else if (event.key === '0' && !event.ctrlKey && !event.metaKey) stage.fit();
    else return onKey?.(event);
    event.preventDefault();
  };
  return {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: up,
    onPointerLeave: () => onHover?.(null),
    onKeyDown: key,
  };
}

function ZoomButtons({ stage }: { stage: Stage }) {
  const { t } = useTranslation();
  const tools = [
    [t('roof.zoomIn'), <IconPlus key="+" size={18} stroke={1.75} aria-hidden />, () => stage.zoomBy(1.25)],
    [t('roof.zoomOut'), <IconMinus key="-" size={18} stroke={1.75} aria-hidden />, () => stage.zoomBy(0.8)],
    [t('roof.fit'), <IconZoomReset key="0" size={18} stroke={1.75} aria-hidden />, () => stage.fit()],
  ] as const;
  return (
    <div className={classes.zoom}>
      {tools.map(([name, icon, action]) => (
        <ActionIcon key={name} variant="default" size={32} aria-label={name} title={name} onClick={action}>
          {icon}
        </ActionIcon>
      ))}
    </div>
  );
}

export function RoofCanvas({
  roof,
  looks,
  inks,
  label,
  describedBy,
  moved,
  overlay,
  isEditable = false,
  ref,
  ...handlers
}: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useMemo(() => new Stage(() => undefined), []);
  useImperativeHandle(ref, () => stage, [stage]);
  useEffect(() => (canvas.current ? stage.attach(canvas.current) : undefined), [stage]);
  useDrawing(stage, { roof, looks, inks, moved, overlay });
  // In editing mode the view stays unchanged.
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current || !isEditable) stage.bounds = roof.bounds;
    if (roof.bounds) isFirst.current = false;
  }, [stage, roof.bounds, isEditable]);

  const gestures = useGestures({ stage, roof, isEditable, ...handlers });
  return (
    <div className={classes.stage}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: modules are selected by arrow keys */}
      <canvas
        ref={canvas}
        className={classes.canvas}
        data-work={isEditable || undefined}
        role="application"
        aria-label={label}
        aria-describedby={describedBy}
        tabIndex={0}
        {...gestures}
      />
      <ZoomButtons stage={stage} />
    </div>
  );
}
