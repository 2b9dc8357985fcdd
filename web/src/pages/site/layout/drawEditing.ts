// What is drawn above the plan while it is edited: what is chosen, where one is, and what is being dragged.
import { drawMarks, drawZoneMark, type Inks } from '../../../components/roof/drawRoof.ts';
import { fromPlan, keyOf, movedZone, type Place, type Zone } from '../../../components/roof/plan.ts';
import type { Stage } from '../../../components/roof/stage.ts';
import type { useDrags } from './useDrags.ts';

interface Editing extends Pick<ReturnType<typeof useDrags>, 'ghost' | 'box' | 'moved'> {
  shown: readonly Zone[];
  zones: ReadonlySet<number>;
  chosen: ReadonlySet<string>;
  place: Place | null;
  inks: Inks;
}

export function drawEditing(
  ctx: CanvasRenderingContext2D,
  { view, ratio }: Pick<Stage, 'view' | 'ratio'>,
  { shown, zones, chosen, place, inks, ghost, box, moved }: Editing,
): void {
  for (const own of shown) {
    const zone = movedZone(own, moved.current);
    if (zones.has(zone.id)) drawZoneMark(ctx, zone, view, ratio, inks.accent);
    const marked = zone.modules.filter((module) => chosen.has(keyOf(module)));
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
