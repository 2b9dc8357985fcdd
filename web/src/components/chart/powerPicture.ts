// Positions of the marks in a day's picture: the same as those of the chart library, which replaces the picture when the user interacts with it.
import { clockOf, slotAt } from './axes.ts';
import type { InkName } from './ink.ts';
import type { Dash } from './lines.ts';
import { dotsOf, type Frame, frameOf, labelledSlots, nights, type PowerView, widthOf } from './powerOption.ts';

export interface PictureLine {
  name: string;
  ink: InkName;
  dash: Dash;
  width: number;
  /** SVG path of the line, and of the area between it and zero. */
  path: string;
  area: string | null;
  dots: { x: number; y: number; r: number }[];
}

export interface Picture {
  frame: Frame;
  /** Ends of the drawing area. */
  x: [number, number];
  y: [number, number];
  /** From and to, in pixels. */
  nights: [number, number][];
  /** Steps of the axis: the line, and the middle of the text. */
  steps: { lineY: number; y: number; text: string }[];
  zero: { lineY: number; y: number };
  clocks: { lineX: number; x: number; text: string }[];
  lines: PictureLine[];
  /** Stacked areas below the lines; absent in charts without any. */
  areas?: { name: string; ink: InkName; path: string }[];
  /** Steps of a second axis, at the right. */
  right?: { name: string; steps: { y: number; text: string }[] };
  now: number | null;
}

/** Number of slots above which the library draws a sample of its own. */
const MAX_SLOTS = 5000;

/** Returns the position at which a line of one pixel is sharp, by the rule of the library. */
export function sharp(at: number): number {
  const doubled = Math.round(at * 2);
  return (doubled % 2 === 0 ? doubled + 1 : doubled) / 2;
}

export const rounded = (at: number): number => Math.round(at * 100) / 100;

/** Returns the picture; null where only the library can compute the layout. */
export function powerPicture(
  view: PowerView,
  widthPx: number,
  heightPx: number,
  frame = frameOf(view),
): Picture | null {
  const { slots } = view;
  if (!frame || slots.length < 2 || slots.length > MAX_SLOTS) return null;
  const { ends } = frame;
  // A container that is being laid out may be narrower than the margins.
  const x: Picture['x'] = [frame.left, Math.max(frame.left, widthPx - frame.right)];
  const y: Picture['y'] = [frame.top, Math.max(frame.top, heightPx - frame.bottom)];
  const xOf = (slot: number) => x[0] + ((x[1] - x[0]) * slot) / (slots.length - 1);
  const yOf = (value: number) => y[1] - ((y[1] - y[0]) * (value - ends.min)) / (ends.max - ends.min);
  const now = slotAt(slots, view.nowMs);
  const isLabelledSlot = labelledSlots(view, widthPx);
  // Where zero is not on the axis, the time axis is at the bottom.
  const zero = yOf(ends.min > 0 || ends.max < 0 ? ends.min : 0);
  return {
    frame,
    x,
    y,
    nights: nights(view).map(([from, to]) => [xOf(from), xOf(to)]),
    steps: frame.steps.map(({ value, text }) => ({ lineY: sharp(yOf(value)), y: yOf(value), text })),
    zero: { lineY: sharp(zero), y: zero },
    clocks: slots.flatMap((iso, slot) =>
      isLabelledSlot(slot) ? [{ lineX: sharp(xOf(slot)), x: xOf(slot), text: clockOf(iso) }] : [],
    ),
    lines: view.lines.map((line, index) => {
      const dots = dotsOf(line.data, now !== null && index === 0);
      const runs = runsOf(line.data).map((run) =>
        run.map(([slot, value]) => `${rounded(xOf(slot))} ${rounded(yOf(value))}`).join('L'),
      );
      const base = rounded(zero);
      return {
        name: line.name,
        ink: line.ink,
        dash: line.dash,
        width: widthOf(line),
        path: runs.map((run) => `M${run}`).join(''),
        area: line.isArea ? runs.map((run) => `M${run}V${base}H${run.slice(0, run.indexOf(' '))}Z`).join('') : null,
        dots: line.data.flatMap((value, slot) =>
          value !== null && dots[slot] ? [{ x: xOf(slot), y: yOf(value), r: dots[slot] / 2 }] : [],
        ),
      };
    }),
    now: now === null ? null : sharp(xOf(now)),
  };
}

/** Returns runs of values without a gap; a single value is left out, because it is a dot. */
export function runsOf(data: readonly (number | null)[]): [slot: number, value: number][][] {
  const runs: [number, number][][] = [];
  let run: [number, number][] = [];
  for (const [slot, value] of [...data, null].entries()) {
    if (value !== null) run.push([slot, value]);
    else {
      if (run.length > 1) runs.push(run);
      run = [];
    }
  }
  return runs;
}
