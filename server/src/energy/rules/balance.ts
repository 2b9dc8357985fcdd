// Energy balance of a plant over days: home = production + from the grid - to the grid + discharge - charge (+ generator). Uses measured quantities only: one that is not measured makes a figure null and is listed as missing.
import type { Flow } from '@heliograph/contract/flows.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';

export type BalanceQuantity = Flow;
export type Origin = 'counted' | 'integrated' | 'mixed' | 'imported';

export interface Measure {
  energyWh: number;
  /** Energy that cannot be assigned to hours, included in `energyWh`. */
  spreadWh: number;
  source: Origin;
  /** 0..1, share of the elapsed part of the day that the data cover. */
  completeness: number;
}

/** `missing`: a device measures it and reported nothing that day; `absent`: no device measures it, or not yet. */
export type MeasureState = Measure | 'missing' | 'absent';

export interface DayOfPlant {
  day: Day;
  /** Elapsed seconds of the day. */
  lengthS: number;
  /** The day has just begun: the devices that measure its flows were not due to report yet. */
  notDue?: true;
  measures: Record<BalanceQuantity, MeasureState>;
}

export interface Figure {
  /** Null: not known. */
  energyWh: number | null;
  spreadWh: number;
  source: Origin | 'none';
  /** 0..1, share of the time since the first measurement that the data cover. */
  completeness: number;
  /** Quantities that are not measured, if the figure is null. */
  missing: BalanceQuantity[];
}

export interface Balance {
  production: Figure;
  fromGrid: Figure;
  toGrid: Figure;
  charge: Figure;
  discharge: Figure;
  generator: Figure;
  home: Figure;
  /** As measured by meters at loads or by hybrids. */
  measuredHome: Figure;
  /** Part of home that no load meter measures: the difference of the two, where both are known. */
  unmeasured: Figure;
  /** Production used or stored at the plant. */
  ownUse: Figure;
  /** 0..1, share of home that did not come from the grid. */
  autarchy: number | null;
}

const isMeasured = (measure: MeasureState): measure is Measure => typeof measure === 'object';

interface Term {
  quantity: BalanceQuantity;
  sign: 1 | -1;
  /** Counts as zero while no device measures it. */
  optional?: boolean;
}

const HOME: readonly Term[] = [
  { quantity: 'production', sign: 1 },
  { quantity: 'fromGrid', sign: 1 },
  { quantity: 'toGrid', sign: -1 },
  { quantity: 'discharge', sign: 1, optional: true },
  { quantity: 'charge', sign: -1, optional: true },
  { quantity: 'generator', sign: 1, optional: true },
];
// Charging from the grid is not included: it is part of `fromGrid` and never was production.
const OWN_USE: readonly Term[] = [
  { quantity: 'production', sign: 1 },
  { quantity: 'toGrid', sign: -1 },
];

/** Sums the terms on one day; `missing` or `absent` if one of them is. */
function sumOfDay(day: DayOfPlant, terms: readonly Term[]): MeasureState {
  let energyWh = 0;
  let spreadWh = 0;
  let completeness = 1;
  let source: Figure['source'] = 'none';
  let missing = false;
  for (const { quantity, sign, optional } of terms) {
    const measure = day.measures[quantity];
    if (measure === 'absent') {
      if (optional) continue;
      return 'absent';
    }
    if (measure === 'missing') missing = true;
    else {
      energyWh += sign * measure.energyWh;
      spreadWh += measure.spreadWh;
      completeness = Math.min(completeness, measure.completeness);
      source = mergeOrigins(source, measure.source);
    }
  }
  if (missing) return 'missing';
  return { energyWh, spreadWh, completeness, source: source as Origin };
}

const mergeOrigins = (one: Figure['source'], other: Origin): Origin =>
  one === 'none' || one === other ? other : 'mixed';

/** Adds up a quantity over days whose measure is known. */
function figureOf(days: readonly DayOfPlant[], measureOf: (day: DayOfPlant) => MeasureState): Omit<Figure, 'missing'> {
  let energyWh: number | null = null;
  let spreadWh = 0;
  let coveredS = 0;
  let measuredS = 0;
  let source: Figure['source'] = 'none';
  for (const day of days) {
    const measure = measureOf(day);
    if (measure === 'absent') continue;
    measuredS += day.lengthS;
    if (measure === 'missing') continue;
    energyWh = (energyWh ?? 0) + measure.energyWh;
    spreadWh += measure.spreadWh;
    coveredS += measure.completeness * day.lengthS;
    source = mergeOrigins(source, measure.source);
  }
  const completeness = energyWh === null ? 0 : measuredS <= 0 ? 1 : Math.min(1, coveredS / measuredS);
  return {
    energyWh: energyWh === null ? null : Math.round(energyWh * 1e6) / 1e6,
    spreadWh: Math.round(spreadWh * 1e6) / 1e6,
    source,
    completeness: Math.round(completeness * 1000) / 1000,
  };
}

/** Returns the terms that the newest day lacks, for a sum that no day has complete. */
function missingOf(days: readonly DayOfPlant[], terms: readonly Term[]): BalanceQuantity[] {
  const lacks = (day: DayOfPlant): BalanceQuantity[] =>
    terms
      .filter(({ quantity, optional }) => {
        const measure = day.measures[quantity];
        return measure === 'missing' || (measure === 'absent' && !optional);
      })
      .map(({ quantity }) => quantity);
  const last = days.at(-1);
  return last ? lacks(last) : terms.filter(({ optional }) => !optional).map(({ quantity }) => quantity);
}

type FigureName = Exclude<keyof Balance, 'autarchy'>;

/** Computes all figures of the given days, which are in order. */
export function balanceOfDays(days: readonly DayOfPlant[]): Balance {
  const homeOf = homesOf(days);
  const names = Object.keys(FIGURES) as FigureName[];
  return { ...figuresOf(days, names, homeOf), autarchy: autarchyOf(days, homeOf) };
}

/** Computes only the named figures: a chart of a year needs a few of each of its days. */
export function figuresOfDays<Name extends FigureName>(
  days: readonly DayOfPlant[],
  names: readonly Name[],
): Record<Name, Figure> {
  return figuresOf(days, names, homesOf(days));
}

type HomeOf = (day: DayOfPlant) => MeasureState;

function figuresOf<Name extends FigureName>(
  days: readonly DayOfPlant[],
  names: readonly Name[],
  homeOf: HomeOf,
): Record<Name, Figure> {
  return Object.fromEntries(names.map((name) => [name, FIGURES[name](days, homeOf)])) as Record<Name, Figure>;
}

/** Computes the home energy of each day once. */
function homesOf(days: readonly DayOfPlant[]): HomeOf {
  const homes = new Map<DayOfPlant, MeasureState>();
  for (const day of days) homes.set(day, sumOfDay(day, HOME));
  return (day) => homes.get(day)!;
}

type FigureOf = (days: readonly DayOfPlant[], homeOf: HomeOf) => Figure;

const single =
  (quantity: BalanceQuantity): FigureOf =>
  (days) => {
    const figure = figureOf(days, (day) => day.measures[quantity]);
    return { ...figure, missing: figure.energyWh === null ? [quantity] : [] };
  };

const summed =
  (terms: readonly Term[], measureOf: (day: DayOfPlant, homeOf: HomeOf) => MeasureState): FigureOf =>
  (days, homeOf) => {
    const figure = figureOf(days, (day) => measureOf(day, homeOf));
    return { ...figure, missing: figure.energyWh === null ? missingOf(days, terms) : [] };
  };

const FIGURES: Record<FigureName, FigureOf> = {
  production: single('production'),
  fromGrid: single('fromGrid'),
  toGrid: single('toGrid'),
  charge: single('charge'),
  discharge: single('discharge'),
  generator: single('generator'),
  home: summed(HOME, (day, homeOf) => {
    const measure = homeOf(day);
    // Falls back to the measured home where the balance cannot be computed.
    return isMeasured(measure) || !isMeasured(day.measures.home) ? measure : day.measures.home;
  }),
  measuredHome: single('home'),
  unmeasured: (days, homeOf) => {
    const figure = figureOf(days, (day) => unmeasuredOf(homeOf(day), day.measures.home));
    return { ...figure, missing: figure.energyWh === null ? ['home'] : [] };
  },
  ownUse: summed(OWN_USE, (day) => ownUseOf(day)),
};

function unmeasuredOf(home: MeasureState, measured: MeasureState): MeasureState {
  if (!isMeasured(home) || !isMeasured(measured))
    return home === 'missing' ? home : measured === 'missing' ? measured : 'absent';
  return {
    energyWh: home.energyWh - measured.energyWh,
    spreadWh: home.spreadWh + measured.spreadWh,
    completeness: Math.min(home.completeness, measured.completeness),
    source: home.source === measured.source ? home.source : 'mixed',
  };
}

/** Prices per kWh of a day (energy/money/dayPrices.ts). */
export interface DayPrice {
  bought: number;
  own: number;
  sold: number;
  /** Wh with a price that depends on the hour, and how many of them have a known hour; null: the price is flat. */
  byHour: { energyWh: number; hoursWh: number } | null;
  /** Share of the fixed charge for the day; null: there is none. */
  fixed: number | null;
}

export interface Money {
  /** Value of own use, which was not bought. */
  saved: number | null;
  /** Value of energy exported to the grid. */
  earned: number | null;
  /** Cost of energy imported from the grid. */
  importCost: number | null;
  /** Sum over the days since the first one with data; null: there is none. Not part of the other amounts. */
  fixedCharge: number | null;
  /**
   * 0..1, share of the energy with hourly prices whose hour is known; the rest counts at the mean of its day; null: all
   * prices are flat.
   */
  byHour: number | null;
}

/** Values the energy at the prices of each day; a day without prices is left out. */
export function moneyOfDays(days: readonly DayOfPlant[], pricesOf: (day: Day) => DayPrice | undefined): Money {
  const prices = new Map(days.map(({ day }) => [day, pricesOf(day)]));
  const sumOf = (measureOf: (day: DayOfPlant) => MeasureState, priceOf: (price: DayPrice) => number): number | null => {
    let sum: number | null = null;
    for (const day of days) {
      const measure = measureOf(day);
      const price = prices.get(day.day);
      if (isMeasured(measure) && price) sum = (sum ?? 0) + (measure.energyWh / 1000) * priceOf(price);
    }
    return sum;
  };
  return {
    saved: sumOf(ownUseOf, ({ own }) => own),
    earned: sumOf(
      ({ measures }) => measures.toGrid,
      ({ sold }) => sold,
    ),
    importCost: sumOf(
      ({ measures }) => measures.fromGrid,
      ({ bought }) => bought,
    ),
    ...fixedAndHours([...prices.values()]),
  };
}

function fixedAndHours(prices: readonly (DayPrice | undefined)[]): Pick<Money, 'fixedCharge' | 'byHour'> {
  let fixedCharge: number | null = null;
  let energyWh = 0;
  let hoursWh = 0;
  let isByHour = false;
  for (const price of prices) {
    if (!price) continue;
    if (price.fixed !== null) fixedCharge = (fixedCharge ?? 0) + price.fixed;
    if (!price.byHour) continue;
    isByHour = true;
    energyWh += price.byHour.energyWh;
    hoursWh += price.byHour.hoursWh;
  }
  const known = energyWh <= 0 ? 1 : Math.min(1, hoursWh / energyWh);
  return { fixedCharge, byHour: isByHour ? Math.round(known * 1000) / 1000 : null };
}

function ownUseOf(day: DayOfPlant): MeasureState {
  const measure = sumOfDay(day, OWN_USE);
  return isMeasured(measure) ? { ...measure, energyWh: Math.max(0, measure.energyWh) } : measure;
}

function autarchyOf(days: readonly DayOfPlant[], homeOf: (day: DayOfPlant) => MeasureState): number | null {
  let homeWh = 0;
  let boughtWh = 0;
  for (const day of days) {
    const home = homeOf(day);
    const { fromGrid } = day.measures;
    if (!isMeasured(home) || !isMeasured(fromGrid)) continue;
    homeWh += home.energyWh;
    boughtWh += fromGrid.energyWh;
  }
  return homeWh <= 0 ? null : Math.round(Math.min(1, Math.max(0, 1 - boughtWh / homeWh)) * 1000) / 1000;
}
