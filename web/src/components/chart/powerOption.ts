// A day of power and other quantities as an ECharts option: pure, without a browser.
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
  /** Draws the now mark when it lies within the slots. */
  nowMs: number | null;
  /** Watts are drawn in the unit of these; left out: in that of the largest. */
  likeW?: number;
}

export interface Drawing {
  ink: Ink;
  widthPx: number;
  /** Builds the tooltip of a slot. */
  tooltip: (slot: number) => HTMLElement;
}

/** The part of a view between two slots, both included. */
export function cut(view: PowerView, window: readonly [number, number] | null): PowerView {
  if (!window) return view;
  const [from, to] = window;
  return {
    ...view,
    slots: view.slots.slice(from, to + 1),
    lines: view.lines.map((line) => ({ ...line, data: line.data.slice(from, to + 1) })),
  };
}

/** Units that one chart has axes for. */
export const MAX_AXES = 4;
/** Between two axes at the same side. */
const AXIS_PX = 56;

/** The units in order of their first line, as many as a chart has axes for. */
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

/** Night as pairs of slots: before sunrise and after sunset. */
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

/** A value alone between two gaps would be drawn as nothing: it gets a dot, and so does the newest one. As wide as told; 0: none. */
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

/** What a line is filled with down to zero; the library's own opacity, said here because two draw with it. */
export const AREA_OPACITY = 0.7;
/** A filled line is the one that is looked at. */
export const widthOf = ({ isArea }: LineLook): number => (isArea ? 2 : 1.5);

/** Quantities that start at nothing; voltage, frequency and temperature show their own range. */
const STARTS_AT_ZERO = new Set(['W', 'var', 'A', 'Wh', 'kWh', '%', 'W/m²', 'm/s']);

export interface Ends {
  interval: number;
  min: number;
  max: number;
}

/** What an axis has to hold, as it is written on it. */
type Span = readonly [low: number, high: number];

function spanOf(view: PowerView, unit: string, { by }: Scale): Span {
  const values = valuesIn(view, unit).map((value) => value / by);
  const zero = STARTS_AT_ZERO.has(unit) || values.length === 0 ? [0] : [];
  const among = (of: (one: number, other: number) => number) =>
    [...zero, ...values].reduce((one, other) => of(one, other));
  const [low, high] = [among(Math.min), among(Math.max)];
  if (low < high) return [low, high];
  // What never changes lies in the middle of its axis; nothing at the foot of it.
  return low === 0 ? [0, 1] : [low - 1, high + 1];
}

/** Division leaves digits behind the last that was meant. */
const inSteps = (value: number, step: number): number => Number((value / step).toPrecision(9));
const ofSteps = (count: number, step: number): number => Number((count * step).toPrecision(9));

/** Of an axis alone: its steps are 1, 2 or 5 of a decade, and its ends on them. */
function endsOf(unit: string, [low, high]: Span): Ends {
  const interval = STARTS_AT_ZERO.has(unit)
    ? stepsOf(Math.max(-low, high)).step
    : roundStep((high - low) / 4, (step) => inSteps(high - low, step) <= 4);
  // What flows both ways has room on both sides of zero, as far as it goes.
  const min = ofSteps(Math.floor(inSteps(low, interval)), interval);
  return { interval, min, max: ofSteps(Math.ceil(inSteps(high, interval)), interval) };
}

const COUNTS = [3, 4, 5, 6];

interface SpannedAxis {
  span: Span;
  isBlank: boolean;
  /** Exceeded only when there is no other way, as a charge is never 150 %. */
  most: number;
}

/** Ends of several axes: as many steps each, so that their numbers share lines; of the counts the one that leaves the least room empty. */
function alignEnds<Axis extends SpannedAxis>(axes: readonly Axis[]): (Axis & { ends: Ends })[] {
  const ways = COUNTS.map((count) => {
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
    return { aligned, used: Math.min(...used), isWithin: aligned.every(({ ends, most }) => ends.max <= most) };
  });
  const within = ways.filter(({ isWithin }) => isWithin);
  return (within.length > 0 ? within : ways).reduce((best, way) => (way.used > best.used ? way : best)).aligned;
}

/** An axis a unit; its ends are in the wire's unit. */
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
    const most = unit === '%' && span[1] <= 100 ? 100 : Number.POSITIVE_INFINITY;
    return { unit, scale, span, isBlank: isBlank(view, unit), most };
  });
  const withEnds =
    spanned.length > 1 ? alignEnds(spanned) : spanned.map((axis) => ({ ...axis, ends: endsOf(axis.unit, axis.span) }));
  return withEnds.map(({ unit, scale, isBlank, ends: { interval, min, max } }) => {
    const { by } = scale;
    return { unit, scale, isBlank, ends: { interval: interval * by, min: min * by, max: max * by } };
  });
}

/** Nothing was measured: the axis has no numbers. */
const isBlank = (view: PowerView, unit: string): boolean => valuesIn(view, unit).length === 0;

/** Which slots carry their clock. */
export function labelledSlots({ slots }: PowerView, widthPx: number): (slot: number) => boolean {
  const step = labelStep(slots, widthPx - 72);
  return (slot) => isLabelled(slots[slot] ?? '', step);
}

/** All its digits: a step may be a thousandth. */
const stepText = (value: number, { by }: Scale): string => full(value / by, 6);

/** How wide a text of an axis is at most: not measured, so that it is the same before and after its type is there. */
const roomFor = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[MW]/.test(sign) ? 12 : /\p{L}|\d/u.test(sign) ? 8 : 5), 0);

/** From the drawing's edge to texts, and from these to what they belong to. */
const EDGE_PX = 8;
/** The clock below is centred under the first slot. */
const HALF_CLOCK_PX = 18;
/** Between an axis and its name. */
const NAME_GAP_PX = 10;
const TEXT_PX = 12;

/** Where lines are drawn: pixels from the chart's edges to the axes, and the steps of the only one that has values. */
export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  ends: Ends;
  /** What stands at each step, and the unit above them; none of what was not measured. */
  steps: { value: number; text: string }[];
  name: string;
}

/** Decided here for the library and for the picture before it (powerPicture.ts). Null: beside several axes the library decides. */
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
  formatter: (given) => {
    const first = Array.isArray(given) ? given[0] : given;
    return tooltip(first?.dataIndex ?? 0);
  },
});

const fontOf = (ink: Ink) => ({ fontFamily: FONT, fontSize: 12, color: ink.muted });

function yAxisOf({ isBlank, scale, ends }: Omit<Axis, 'ends'> & { ends?: Ends }, place: number, ink: Ink) {
  const font = fontOf(ink);
  return {
    type: 'value' as const,
    name: isBlank ? '' : scale.unit,
    nameGap: NAME_GAP_PX,
    nameTextStyle: { ...font, align: place % 2 ? ('left' as const) : ('right' as const), padding: [0, EDGE_PX] },
    position: place % 2 ? ('right' as const) : ('left' as const),
    offset: place > 1 ? AXIS_PX : 0,
    ...ends,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: place === 0, lineStyle: { color: ink.border } },
    axisLabel: { ...font, show: !isBlank, formatter: (value: number) => stepText(value, scale) },
  };
}

function yAxes(view: PowerView, ink: Ink) {
  const axes = axesOf(view);
  // Without a line there is an axis all the same: without any the library reports an error.
  if (axes.length === 0) return [yAxisOf({ unit: '', scale: scaleIn(view, ''), isBlank: true }, 0, ink)];
  return axes.map((axis, place) => yAxisOf(axis, place, ink));
}

/** Night and the now mark: drawn once, with the first line. */
const marksOf = (view: PowerView, now: number | null, ink: Ink) => ({
  markArea: {
    silent: true,
    // Under the grid lines.
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
    .map((line, place) => ({
      type: 'line' as const,
      name: line.label,
      yAxisIndex: units.indexOf(line.unit),
      data: points(line.data, now !== null && place === 0),
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
      ...(place === 0 ? marksOf(view, now, ink) : {}),
    }));
}

export function powerOption(view: PowerView, drawing: Drawing): EChartsOption {
  const { ink, widthPx } = drawing;
  const axisCount = unitsOf(view.lines).length;
  // Each further axis takes room from the clock labels.
  const shows = labelledSlots(view, widthPx - AXIS_PX * Math.max(0, axisCount - 1));
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
      axisTick: { interval: shows, lineStyle: { color: ink.border } },
      axisLabel: { ...fontOf(ink), interval: shows, formatter: (iso: string) => clockOf(iso) },
    },
    yAxis: yAxes(view, ink),
    series: seriesOf(view, ink),
  };
}
