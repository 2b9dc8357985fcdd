// A day of power and other quantities as an ECharts option: a pure function that needs no browser.
import type { EChartsOption } from 'echarts';
import { full } from '../../format/numbers.ts';
import { clockOf, isLabelled, labelStep, largestOf, roundStep, type Scale, scaleOf, slotAt, stepsOf } from './axes.ts';
import { FONT, type Ink } from './ink.ts';
import type { LineLook } from './lines.ts';

export interface ChartLine extends LineLook {
  name: string;
  label: string;
  unit: string;
  data: readonly (number | null)[];
}

export interface PowerView {
  /** Start of each slot, ISO 8601 with the plant's offset. */
  slots: readonly string[];
  lines: readonly ChartLine[];
  sun: { rise: string | null; set: string | null };
  /** Current time; draws the now mark when it lies within the slots. */
  nowMs: number | null;
  /** Watts that determine the unit of power; by default the largest value. */
  likeW?: number;
}

export interface Drawing {
  ink: Ink;
  widthPx: number;
  /** Builds the tooltip of a slot. */
  tooltip: (slot: number) => HTMLElement;
}

/** Returns the part of a view between two slots, both included. */
export function cut(view: PowerView, window: readonly [number, number] | null): PowerView {
  if (!window) return view;
  const [from, to] = window;
  return {
    ...view,
    slots: view.slots.slice(from, to + 1),
    lines: view.lines.map((line) => ({ ...line, data: line.data.slice(from, to + 1) })),
  };
}

/** Maximum number of units, with an axis each, in one chart. */
export const MAX_AXES = 4;
/** Distance between two axes on the same side. */
const AXIS_PX = 56;

/** Returns the units in order of their first line, limited to the number of axes. */
export function unitsOf(lines: readonly { unit: string }[]): string[] {
  return [...new Set(lines.map(({ unit }) => unit))].slice(0, MAX_AXES);
}

function scaleIn(view: PowerView, unit: string): Scale {
  const { likeW = 0 } = view;
  return scaleOf(unit, unit === 'W' && likeW > 0 ? likeW : largestIn(view, unit));
}

export const scales = (view: PowerView): Scale[] => unitsOf(view.lines).map((unit) => scaleIn(view, unit));

const largestIn = ({ lines }: PowerView, unit: string): number =>
  largestOf(lines.filter((line) => line.unit === unit).map(({ data }) => data));

const valuesIn = ({ lines }: PowerView, unit: string): number[] =>
  lines.filter((line) => line.unit === unit).flatMap(({ data }) => data.filter((value) => value !== null));

/** Returns the night as pairs of slots: before sunrise and after sunset. */
export function nights(view: PowerView): [number, number][] {
  const last = view.slots.length - 1;
  if (last < 1 || !view.sun.rise || !view.sun.set) return [];
  const first = Date.parse(view.slots[0]!);
  const end = Date.parse(view.slots[last]!);
  const [rise, set] = [Date.parse(view.sun.rise), Date.parse(view.sun.set)];
  const areas: [number, number][] = [];
  if (rise > first) areas.push([0, slotAt(view.slots, view.sun.rise) ?? last]);
  if (set < end) areas.push([slotAt(view.slots, view.sun.set) ?? 0, last]);
  return areas;
}

/** Returns the diameter of the dot of each slot, 0 for none: a single value between two gaps has a dot, because a line would draw nothing, and so does the newest value. */
export function dotsOf(data: readonly (number | null)[], marksLast: boolean): number[] {
  const newest = marksLast ? data.findLastIndex((value) => value !== null) : -1;
  return data.map((value, slot) => {
    if (value === null) return 0;
    if (slot === newest) return 8;
    return (data[slot - 1] ?? null) === null && (data[slot + 1] ?? null) === null ? 4 : 0;
  });
}

function points(data: readonly (number | null)[], marksLast: boolean) {
  const dots = dotsOf(data, marksLast);
  return data.map((value, slot) => (dots[slot] ? { value, symbol: 'circle', symbolSize: dots[slot] } : value));
}

/** Opacity of the area between a line and zero; the library's default, set here because the picture also draws with it. */
export const AREA_OPACITY = 0.7;
/** Opacity of stacked areas, which have no lines of their own. */
export const STACK_OPACITY = 0.75;
/** Returns the width of a line in pixels; a filled line is the main one. */
export const widthOf = ({ isArea }: LineLook): number => (isArea ? 2 : 1.5);

/** Units whose axes start at zero; voltage, frequency and temperature show their own range. */
const STARTS_AT_ZERO = new Set(['W', 'var', 'A', 'Wh', 'kWh', '%', 'W/m²', 'm/s']);

export interface Ends {
  interval: number;
  min: number;
  max: number;
}

/** Range of values of an axis, in the unit shown on it. */
type Span = readonly [low: number, high: number];

function spanOf(view: PowerView, unit: string, { by }: Scale): Span {
  const values = valuesIn(view, unit).map((value) => value / by);
  const zero = STARTS_AT_ZERO.has(unit) || values.length === 0 ? [0] : [];
  const reduceBy = (pick: (one: number, other: number) => number) =>
    [...zero, ...values].reduce((one, other) => pick(one, other));
  const [low, high] = [reduceBy(Math.min), reduceBy(Math.max)];
  if (low < high) return [low, high];
  // A constant value lies in the middle of its axis, and zero at the bottom.
  return low === 0 ? [0, 1] : [low - 1, high + 1];
}

/** Rounded, because division leaves digits of floating-point error. */
const inSteps = (value: number, step: number): number => Number((value / step).toPrecision(9));
const ofSteps = (count: number, step: number): number => Number((count * step).toPrecision(9));

/** Returns the ends of a single axis: its steps are 1, 2 or 5 times a power of ten, and its ends are multiples of them. */
function endsOf(unit: string, [low, high]: Span): Ends {
  const interval = STARTS_AT_ZERO.has(unit)
    ? stepsOf(Math.max(-low, high)).step
    : roundStep((high - low) / 4, (step) => inSteps(high - low, step) <= 4);
  // Values of both signs have as much room on each side of zero as they need.
  const min = ofSteps(Math.floor(inSteps(low, interval)), interval);
  return { interval, min, max: ofSteps(Math.ceil(inSteps(high, interval)), interval) };
}

const COUNTS = [3, 4, 5, 6];

interface SpannedAxis {
  span: Span;
  isBlank: boolean;
  /** Upper limit, exceeded only when there is no alternative: a state of charge is never 150 %. */
  max: number;
}

/** Returns the ends of several axes with the same number of steps, so that they share grid lines; the chosen number leaves the least room empty. */
function alignEnds<Axis extends SpannedAxis>(axes: readonly Axis[]): (Axis & { ends: Ends })[] {
  const candidates = COUNTS.map((count) => {
    const aligned = axes.map((axis) => {
      const [low, high] = axis.span;
      const foot = (step: number) => Math.floor(inSteps(low, step));
      const interval = roundStep((high - low) / count, (step) => inSteps(high, step) <= foot(step) + count);
      const min = foot(interval);
      return { ...axis, ends: { interval, min: ofSteps(min, interval), max: ofSteps(min + count, interval) } };
    });
    const used = aligned.map(({ span: [low, high], isBlank, ends }) =>
      isBlank ? 1 : (high - low) / (ends.max - ends.min),
    );
    return { aligned, used: Math.min(...used), isWithin: aligned.every(({ ends, max }) => ends.max <= max) };
  });
  const within = candidates.filter(({ isWithin }) => isWithin);
  return (within.length > 0 ? within : candidates).reduce((best, next) => (next.used > best.used ? next : best))
    .aligned;
}

/** The axis of a unit; its ends are in the wire's unit. */
interface Axis {
  unit: string;
  scale: Scale;
  ends: Ends;
  isBlank: boolean;
}

function axesOf(view: PowerView): Axis[] {
  const spanned = unitsOf(view.lines).map((unit) => {
    const scale = scaleIn(view, unit);
    const span = spanOf(view, unit, scale);
    const max = unit === '%' && span[1] <= 100 ? 100 : Number.POSITIVE_INFINITY;
    return { unit, scale, span, isBlank: isBlank(view, unit), max };
  });
  const withEnds =
    spanned.length > 1 ? alignEnds(spanned) : spanned.map((axis) => ({ ...axis, ends: endsOf(axis.unit, axis.span) }));
  return withEnds.map(({ unit, scale, isBlank, ends: { interval, min, max } }) => {
    const { by } = scale;
    return { unit, scale, isBlank, ends: { interval: interval * by, min: min * by, max: max * by } };
  });
}

/** Returns whether nothing was measured, so that the axis has no numbers. */
const isBlank = (view: PowerView, unit: string): boolean => valuesIn(view, unit).length === 0;

/** Returns a function that returns whether a slot has a time label. */
export function labelledSlots({ slots }: PowerView, widthPx: number): (slot: number) => boolean {
  const step = labelStep(slots, widthPx - 72);
  return (slot) => isLabelled(slots[slot] ?? '', step);
}

/** Formats a step with all its digits, because it may be a thousandth. */
const stepText = (value: number, { by }: Scale): string => full(value / by, 6);

/** Returns the maximum width of an axis text in pixels; estimated, so that it is the same before and after the font is loaded. */
const roomFor = (text: string): number =>
  [...text].reduce((sum, character) => sum + (/[MW]/.test(character) ? 12 : /\p{L}|\d/u.test(character) ? 8 : 5), 0);

/** Distance from the edge of the drawing to texts, and from texts to their marks. */
const EDGE_PX = 8;
/** Half the width of a time label, which is centred under the first slot. */
const HALF_CLOCK_PX = 18;
/** Distance between an axis and its name. */
const NAME_GAP_PX = 10;
const TEXT_PX = 12;

/** The area of the lines: pixels from the chart's edges to the axes, and the steps of the single value axis. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  ends: Ends;
  /** Values and texts of the steps; the texts are '' when nothing was measured. */
  steps: { value: number; text: string }[];
  name: string;
}

/** Returns the frame for both the library and the picture before it (powerPicture.ts); null with several axes, whose frame the library computes. */
export function frameOf(view: PowerView): Frame | null {
  const [axis, ...others] = axesOf(view);
  if (axis === undefined || others.length > 0) return null;
  const { scale, ends } = axis;
  const isNamed = !axis.isBlank;
  const count = Math.round((ends.max - ends.min) / ends.interval);
  const steps = Array.from({ length: count + 1 }, (_, n) => {
    const value = Number((ends.min + n * ends.interval).toPrecision(12));
    return { value, text: isNamed ? stepText(value, scale) : '' };
  });
  const name = isNamed ? scale.unit : '';
  const widest = Math.max(...[name, ...steps.map(({ text }) => text)].map(roomFor));
  return {
    left: EDGE_PX + Math.max(widest + EDGE_PX, HALF_CLOCK_PX),
    right: 20,
    top: EDGE_PX + (isNamed ? TEXT_PX + NAME_GAP_PX : 0),
    bottom: 4 + TEXT_PX + EDGE_PX,
    ends,
    steps,
    name,
  };
}

const gridOf = (frame: Frame | null, hasSeveralAxes: boolean): EChartsOption['grid'] =>
  frame
    ? { left: frame.left, right: frame.right, top: frame.top, bottom: frame.bottom, outerBoundsMode: 'none' }
    : {
        left: 8,
        right: hasSeveralAxes ? 8 : 16,
        top: 8,
        bottom: 4,
        outerBoundsMode: 'same',
        outerBoundsContain: 'all',
      };

const tooltipOf = ({ ink, tooltip }: Drawing): EChartsOption['tooltip'] => ({
  trigger: 'axis',
  confine: true,
  transitionDuration: 0,
  backgroundColor: ink.surface,
  borderColor: ink.border,
  textStyle: { color: ink.text, fontSize: 12 },
  axisPointer: { type: 'line', lineStyle: { color: ink.borderStrong, type: 'solid', width: 1 } },
  formatter: (params) => {
    const first = Array.isArray(params) ? params[0] : params;
    return tooltip(first?.dataIndex ?? 0);
  },
});

const fontOf = (ink: Ink) => ({ fontFamily: FONT, fontSize: 12, color: ink.muted });

function yAxisOf({ isBlank, scale, ends }: Omit<Axis, 'ends'> & { ends?: Ends }, index: number, ink: Ink) {
  const font = fontOf(ink);
  return {
    type: 'value' as const,
    name: isBlank ? '' : scale.unit,
    nameGap: NAME_GAP_PX,
    nameTextStyle: { ...font, align: index % 2 ? ('left' as const) : ('right' as const), padding: [0, EDGE_PX] },
    position: index % 2 ? ('right' as const) : ('left' as const),
    offset: index > 1 ? AXIS_PX : 0,
    ...ends,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: index === 0, lineStyle: { color: ink.border } },
    axisLabel: { ...font, show: !isBlank, formatter: (value: number) => stepText(value, scale) },
  };
}

function yAxes(view: PowerView, ink: Ink) {
  const axes = axesOf(view);
  // A chart without lines still needs an axis: without one the library reports an error.
  if (axes.length === 0) return [yAxisOf({ unit: '', scale: scaleIn(view, ''), isBlank: true }, 0, ink)];
  return axes.map((axis, index) => yAxisOf(axis, index, ink));
}

/** Returns the areas of night and the now mark, which are drawn with the first line only. */
const marksOf = (view: PowerView, now: number | null, ink: Ink) => ({
  markArea: {
    silent: true,
    // Below the grid lines.
    z: -1,
    itemStyle: { color: ink.hover },
    data: nights(view).map(([from, to]): [{ xAxis: number }, { xAxis: number }] => [{ xAxis: from }, { xAxis: to }]),
  },
  markLine: {
    silent: true,
    symbol: 'none',
    label: { show: false },
    lineStyle: { color: ink.text, width: 1, type: 'solid' as const },
    data: now === null ? [] : [{ xAxis: now }],
  },
});

function seriesOf(view: PowerView, ink: Ink) {
  const units = unitsOf(view.lines);
  const now = slotAt(view.slots, view.nowMs);
  return view.lines
    .filter(({ unit }) => units.includes(unit))
    .map((line, index) => ({
      type: 'line' as const,
      name: line.label,
      yAxisIndex: units.indexOf(line.unit),
      data: points(line.data, now !== null && index === 0),
      connectNulls: false,
      symbol: 'none',
      showSymbol: true,
      showAllSymbol: true,
      sampling: line.data.length > 5000 ? ('minmax' as const) : undefined,
      silent: true,
      itemStyle: { color: ink[line.ink] },
      lineStyle: {
        color: ink[line.ink],
        width: widthOf(line),
        type: line.dash === 'solid' ? ('solid' as const) : [...line.dash],
      },
      ...(line.isArea
        ? { areaStyle: { color: ink.productionFill, opacity: AREA_OPACITY, origin: 'auto' as const } }
        : {}),
      ...(index === 0 ? marksOf(view, now, ink) : {}),
    }));
}

export function powerOption(view: PowerView, drawing: Drawing): EChartsOption {
  const { ink, widthPx } = drawing;
  const axisCount = unitsOf(view.lines).length;
  // Each further axis takes room from the time labels.
  const isLabelledSlot = labelledSlots(view, widthPx - AXIS_PX * Math.max(0, axisCount - 1));
  return {
    animation: false,
    textStyle: { fontFamily: FONT },
    grid: gridOf(frameOf(view), axisCount > 1),
    tooltip: tooltipOf(drawing),
    xAxis: {
      type: 'category',
      boundaryGap: false,
      data: [...view.slots],
      axisLine: { lineStyle: { color: ink.border } },
      axisTick: { interval: isLabelledSlot, lineStyle: { color: ink.border } },
      axisLabel: { ...fontOf(ink), interval: isLabelledSlot, formatter: (iso: string) => clockOf(iso) },
    },
    yAxis: yAxes(view, ink),
    series: seriesOf(view, ink),
  };
}
