// Draws the selection, the focused place and the current drag above the plan in the layout editor.
import { FONT } from '../../components/chart/ink.ts';
import { drawMarks, drawZoneMark, type Inks } from '../../components/roof/drawRoof.ts';
import { type Cell, fromPlan, keyOf, middleOf, movedZone, type View, type Zone } from '../../components/roof/plan.ts';
import type { Stage } from '../../components/roof/stage.ts';
import { full } from '../../format/numbers.ts';
import { handleOf } from './turning.ts';
import type { useDrags } from './useDrags.ts';

interface Marks extends Pick<ReturnType<typeof useDrags>, 'ghost' | 'box' | 'moved'> {
  shown: readonly Zone[];
  zones: ReadonlySet<number>;
  selectedKeys: ReadonlySet<string>;
  place: Cell | null;
  inks: Inks;
}

export function drawEditing(
  ctx: CanvasRenderingContext2D,
  { view, ratio }: Pick<Stage, 'view' | 'ratio'>,
  { shown, zones, selectedKeys, place, inks, ghost, box, moved }: Marks,
): void {
  for (const shownZone of shown) {
    const zone = movedZone(shownZone, moved.current);
    if (zones.has(zone.id)) {
      drawZoneMark(ctx, zone, view, ratio, inks.accent);
      if (zones.size === 1) drawHandle(ctx, zone, view, inks, moved.current?.rotation);
    }
    const marked = zone.modules.filter((module) => selectedKeys.has(keyOf(module)));
    if (marked.length > 0) drawMarks(ctx, zone, marked, view, ratio, { ink: inks.accent, width: 2.5 });
    if (place?.zone === zone.id) drawMarks(ctx, zone, [place], view, ratio, { ink: inks.text, width: 2, dash: [4, 3] });
    const target = ghost.current?.target;
    if (target?.zone === zone.id) drawMarks(ctx, zone, [target], view, ratio, { ink: inks.accent, width: 4 });
  }
  if (ghost.current) {
    const { x, y } = fromPlan(view, ghost.current.at);
    ctx.fillStyle = inks.accent;
    ctx.fillRect(x + 6, y + 6, 28, 20);
    ctx.fillStyle = inks.surface;
    ctx.font = '600 12px sans-serif';
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(String(ghost.current.count), x + 20, y + 16);
  }
  if (box.current) {
    const [from, to] = [fromPlan(view, box.current.from), fromPlan(view, box.current.to)];
    ctx.strokeStyle = inks.accent;
    ctx.setLineDash([4, 3]);
    ctx.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y);
    ctx.setLineDash([]);
  }
}

const HANDLE_PX = 8;

/** The handle that turns a zone: a knob with an arrow, and the rotation while it is dragged. */
function drawHandle(
  ctx: CanvasRenderingContext2D,
  zone: Zone,
  view: View,
  inks: Inks,
  rotation: number | undefined,
): void {
  const { x, y } = fromPlan(view, handleOf(zone, view));
  const edge = fromPlan(view, middleOf(zone, { row: (zone.rows + 1) / 2, column: zone.columns + 0.5 }));
  ctx.strokeStyle = inks.accent;
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.moveTo(edge.x, edge.y);
  ctx.lineTo(x, y);
  ctx.stroke();
  ctx.beginPath();
  ctx.arc(x, y, HANDLE_PX, 0, 2 * Math.PI);
  ctx.fillStyle = inks.accent;
  ctx.fill();
  // A circular arrow.
  ctx.strokeStyle = inks.surface;
  ctx.fillStyle = inks.surface;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  ctx.arc(x, y, 4, -0.2 * Math.PI, 1.3 * Math.PI);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(x + 0.5, y - 4);
  ctx.lineTo(x - 3.5, y - 6);
  ctx.lineTo(x - 3.5, y - 1.5);
  ctx.fill();
  if (rotation === undefined) return;
  ctx.font = `600 12px ${FONT}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = inks.text;
  ctx.fillText(`${full(rotation, 0)}°`, x + HANDLE_PX + 6, y);
}
