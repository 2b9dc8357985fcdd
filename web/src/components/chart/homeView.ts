// A day of a home as stacked lines: its sources above zero, export and charging below zero, with its consumption and the state of charge.
import type { Response } from '@heliograph/contract/calls.ts';
import type { ChartLine, PowerView } from './powerOption.ts';

type Values = readonly (number | null)[];
type Series = Pick<Response<'site/statistics/echarts'>['series'][number], 'name' | 'data'>;

/** Names of the stacked lines, from zero outwards. */
export const ABOVE = ['Production', 'Discharge', 'From grid', 'Generator'] as const;
export const BELOW = ['To grid', 'Charge'] as const;
export const CONSUMPTION = 'Consumption';
export const STATE_OF_CHARGE = 'Battery SOC';

type Stacked = (typeof ABOVE)[number] | (typeof BELOW)[number];
export type HomeName = Stacked | typeof CONSUMPTION | typeof STATE_OF_CHARGE;

const NAMES: readonly HomeName[] = [...ABOVE, ...BELOW, CONSUMPTION, STATE_OF_CHARGE];

export interface HomeSeries {
  name: HomeName;
  unit: 'W' | '%';
  /** Never negative, also for lines drawn below zero. */
  data: Values;
}

/** Difference, in W, up to which a balance counts as closed. */
const CLOSED_W = 1;

const partOf = (values: Values, sign: 1 | -1): Values =>
  values.map((value) => (value === null ? null : Math.max(0, sign * value)));

/** Returns production; zero in slots without a value in which the other parts alone make up consumption: inverters do not report at night. */
function producedW(lines: ReadonlyMap<string, Values>): Values {
  const produced = lines.get('Production') ?? [];
  const home = lines.get('Consumption');
  const parts = ['Grid Power', 'Battery Power', 'Generator Power'].flatMap((name) => {
    const data = lines.get(name);
    return data ? [data] : [];
  });
  if (!home || parts.length === 0) return produced;
  return produced.map((value, slot) => {
    if (value !== null) return value;
    const used = home[slot] ?? null;
    const values = parts.map((data) => data[slot] ?? null);
    if (used === null || values.includes(null)) return null;
    const rest = values.reduce<number>((left, part) => left - part!, used);
    return Math.abs(rest) <= CLOSED_W ? 0 : null;
  });
}

/** Returns the lines that the plant measures, in drawing order. */
export function homeSeries(series: readonly Series[]): HomeSeries[] {
  const lines = new Map<string, Values>(series.map(({ name, data }) => [name, data]));
  const grid = lines.get('Grid Power');
  const battery = lines.get('Battery Power');
  const found: Partial<Record<HomeName, Values | undefined>> = {
    Production: producedW(lines),
    Discharge: battery && partOf(battery, 1),
    'From grid': grid && partOf(grid, 1),
    Generator: lines.get('Generator Power'),
    'To grid': grid && partOf(grid, -1),
    Charge: battery && partOf(battery, -1),
    Consumption: lines.get('Consumption'),
    'Battery SOC': lines.get(STATE_OF_CHARGE),
  };
  return NAMES.flatMap((name): HomeSeries[] => {
    const data = found[name];
    return data ? [{ name, unit: name === STATE_OF_CHARGE ? '%' : 'W', data }] : [];
  });
}

/** A stacked line with the lower and upper edge of its area, W; below zero both are negative. */
export interface StackedLine {
  line: ChartLine;
  from: Values;
  to: Values;
}

export interface HomeView extends PowerView {
  stacked: StackedLine[];
  consumption: ChartLine | undefined;
  charge: ChartLine | undefined;
}

function stackOf(lines: readonly ChartLine[], sign: 1 | -1): StackedLine[] {
  const ends = new Float64Array(lines[0]?.data.length ?? 0);
  return lines.map((line) => {
    const from: (number | null)[] = [];
    const to = line.data.map((value, slot) => {
      from.push(value === null ? null : ends[slot]!);
      if (value === null) return null;
      ends[slot]! += sign * value;
      return ends[slot]!;
    });
    return { line, from, to };
  });
}

/** Returns what is drawn of the shown lines. A part without a value leaves a gap; the next one begins at its place. */
export function homeView(view: PowerView): HomeView {
  const named = (names: readonly string[]) =>
    names.flatMap((name) => view.lines.find((line) => line.name === name) ?? []);
  const stacked = [...stackOf(named(ABOVE), 1), ...stackOf(named(BELOW), -1)];
  return {
    ...view,
    stacked,
    consumption: named([CONSUMPTION])[0],
    charge: named([STATE_OF_CHARGE])[0],
  };
}

/** Returns the lines that determine the axis of power: consumption first, which carries the marks, then the edges of the areas. */
export function edgesOf({ stacked, consumption, ...view }: HomeView): PowerView {
  const first: ChartLine = consumption ?? {
    name: CONSUMPTION,
    label: '',
    unit: 'W',
    ink: 'consumption',
    dash: 'solid',
    isArea: false,
    data: view.slots.map(() => null),
  };
  return { ...view, lines: [first, ...stacked.map(({ line, to }) => ({ ...line, data: to }))] };
}
