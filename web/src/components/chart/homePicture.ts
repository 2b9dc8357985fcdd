// Positions of the marks in a home's day: the stacked areas and the state of charge added to those of a day's lines.
import { edgesOf, type HomeView, type StackedLine } from './homeView.ts';
import { type Frame, frameOf } from './powerOption.ts';
import { type Picture, powerPicture, rounded, runsOf } from './powerPicture.ts';

/** Space for the axis of the state of charge. */
const RIGHT_AXIS_PX = 40;
/** Steps of the axis of the state of charge, %. */
export const CHARGE_STEPS = { interval: 50, min: 0, max: 100 } as const;

/** Returns the frame for both the library and the picture before it. */
export function homeFrame(view: HomeView): Frame | null {
  const frame = frameOf(edgesOf(view));
  return frame && view.charge ? { ...frame, right: RIGHT_AXIS_PX } : frame;
}

/** Returns the picture; null where only the library can compute the layout. */
export function homePicture(view: HomeView, widthPx: number, heightPx: number): Picture | null {
  const frame = homeFrame(view);
  const edges = edgesOf(view);
  const picture = powerPicture({ ...edges, lines: edges.lines.slice(0, 1) }, widthPx, heightPx, frame);
  if (!frame || !picture) return null;
  const { charge, slots } = view;
  const [[left, right], [top, bottom]] = [picture.x, picture.y];
  const xOf = (slot: number) => rounded(left + ((right - left) * slot) / (slots.length - 1));
  const yIn =
    ({ min, max }: { min: number; max: number }) =>
    (value: number) =>
      rounded(bottom - ((bottom - top) * (value - min)) / (max - min));
  const areas = view.stacked.map((stacked) => ({
    name: stacked.line.name,
    ink: stacked.line.ink,
    path: areaPath(stacked, xOf, yIn(frame.ends)),
  }));
  if (!charge) return { ...picture, areas };
  const yOf = yIn(CHARGE_STEPS);
  return {
    ...picture,
    areas,
    lines: [
      ...picture.lines,
      {
        name: charge.name,
        ink: charge.ink,
        dash: charge.dash,
        width: 1.5,
        path: runsOf(charge.data)
          .map((run) => `M${run.map(([slot, value]) => `${xOf(slot)} ${yOf(value)}`).join('L')}`)
          .join(''),
        area: null,
        dots: [],
      },
    ],
    right: { name: '%', steps: [0, 50, 100].map((value) => ({ y: yOf(value), text: String(value) })) },
  };
}

/** Returns the path of an area: along its outer edge and back along its inner one. */
function areaPath({ from, to }: StackedLine, xOf: (slot: number) => number, yOf: (watts: number) => number): string {
  return runsOf(to)
    .map((run) => {
      const outer = run.map(([slot, watts]) => `${xOf(slot)} ${yOf(watts)}`);
      const inner = run.toReversed().map(([slot]) => `${xOf(slot)} ${yOf(from[slot]!)}`);
      return `M${[...outer, ...inner].join('L')}Z`;
    })
    .join('');
}
