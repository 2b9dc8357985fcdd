// The energy balance of a plant over days: home = production + from the grid - to the grid + discharge - charge (+ a generator's). Only of what is measured: a quantity that is not makes a figure null and is named.
import type { Flow } from '@heliograph/contract/flows.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';

export type BalanceQuantity = Flow;
export type Origin = 'counted' | 'integrated' | 'mixed' | 'imported';

export interface Measure {
  energyWh: number;
  /** The part whose hours nobody knows. */
  spreadWh: number;
  source: Origin;
  /** 0..1, of the part of the day that is over. */
  completeness: number;
}

/** `missing`: something measures it, and told nothing that day; `absent`: nothing measures it, or not yet. */
export type MeasureState = Measure | 'missing' | 'absent';

export interface DayOfPlant {
  day: Day;
  /** Seconds of it that are over. */
  lengthS: number;
  /** It has only begun: what tells of its flows did not have to report yet. */
  notDue?: true;
  told: Record<BalanceQuantity, MeasureState>;
}

export interface Figure {
  /** Null: it is not known. */
  energyWh: number | null;
  spreadWh: number;
  source: Origin | 'none';
  /** 0..1: how much of the days since it is measured the data cover. */
  completeness: number;
  /** Of a figure that is null: what is not measured. */
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
  /** As meters at loads, or hybrids, measure it. */
  measuredHome: Figure;
  /** What of home no load meter sees: the difference of the two, where both are known. */
  unmeasured: Figure;
  /** What of production was used at the plant, or charged there. */
  ownUse: Figure;
  /** 0..1: how much of home did not come from the grid. */
  autarchy: number | null;
}

const isMeasured = (told: MeasureState): told is Measure => typeof told === 'object';

interface Term {
  quantity: BalanceQuantity;
  sign: 1 | -1;
  /** A plant without it has none of it: it counts as nothing, until something measures it. */
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
// What is charged from the grid is not in it: it comes with `fromGrid` and never was production.
const OWN_USE: readonly Term[] = [
  { quantity: 'production', sign: 1 },
  { quantity: 'toGrid', sign: -1 },
];

/** The sum of the terms on one day, as far as all of them are known. */
function sumOfDay(day: DayOfPlant, terms: readonly Term[]): MeasureState {
  let energyWh = 0;
  let spreadWh = 0;
  let completeness = 1;
  let source: Figure['source'] = 'none';
  let missing = false;
  for (const { quantity, sign, optional } of terms) {
    const told = day.told[quantity];
    if (told === 'absent') {
      if (optional) continue;
      return 'absent';
    }
    if (told === 'missing') missing = true;
    else {
      energyWh += sign * told.energyWh;
      spreadWh += told.spreadWh;
      completeness = Math.min(completeness, told.completeness);
      source = bothOf(source, told.source);
    }
  }
  if (missing) return 'missing';
  return { energyWh, spreadWh, completeness, source: source as Origin };
}

const bothOf = (one: Figure['source'], other: Origin): Origin => (one === 'none' || one === other ? other : 'mixed');

/** Of a stretch of days, of each of which it is known what was told. */
function figureOf(days: readonly DayOfPlant[], toldOf: (day: DayOfPlant) => MeasureState): Omit<Figure, 'missing'> {
  let energyWh: number | null = null;
  let spreadWh = 0;
  let coveredS = 0;
  let askedS = 0;
  let source: Figure['source'] = 'none';
  for (const day of days) {
    const told = toldOf(day);
    if (told === 'absent') continue;
    askedS += day.lengthS;
    if (told === 'missing') continue;
    energyWh = (energyWh ?? 0) + told.energyWh;
    spreadWh += told.spreadWh;
    coveredS += told.completeness * day.lengthS;
    source = bothOf(source, told.source);
  }
  const completeness = energyWh === null ? 0 : askedS <= 0 ? 1 : Math.min(1, coveredS / askedS);
  return {
    energyWh: energyWh === null ? null : Math.round(energyWh * 1e6) / 1e6,
    spreadWh: Math.round(spreadWh * 1e6) / 1e6,
    source,
    completeness: Math.round(completeness * 1000) / 1000,
  };
}

/** What lacks for the sum of these terms, when no day has all of them: what the days' newest one lacks of them. */
function missingOf(days: readonly DayOfPlant[], terms: readonly Term[]): BalanceQuantity[] {
  const lacks = (day: DayOfPlant): BalanceQuantity[] =>
    terms
      .filter(({ quantity, optional }) => {
        const told = day.told[quantity];
        return told === 'missing' || (told === 'absent' && !optional);
      })
      .map(({ quantity }) => quantity);
  const last = days.at(-1);
  return last ? lacks(last) : terms.filter(({ optional }) => !optional).map(({ quantity }) => quantity);
}

type FigureName = Exclude<keyof Balance, 'autarchy'>;

/** `days` in their order, all that the figures are asked of. */
export function balanceOfDays(days: readonly DayOfPlant[]): Balance {
  const homeOf = homesOf(days);
  const names = Object.keys(FIGURES) as FigureName[];
  return { ...figuresOf(days, names, homeOf), autarchy: autarchyOf(days, homeOf) };
}

/** Those of the figures that are wanted: a chart of a year asks for a few of each of its days. */
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

/** Of each day what the balance makes home, once. */
function homesOf(days: readonly DayOfPlant[]): HomeOf {
  const homes = new Map<DayOfPlant, MeasureState>();
  for (const day of days) homes.set(day, sumOfDay(day, HOME));
  return (day) => homes.get(day)!;
}

type FigureOf = (days: readonly DayOfPlant[], homeOf: HomeOf) => Figure;

const simple =
  (quantity: BalanceQuantity): FigureOf =>
  (days) => {
    const figure = figureOf(days, (day) => day.told[quantity]);
    return { ...figure, missing: figure.energyWh === null ? [quantity] : [] };
  };

const summed =
  (terms: readonly Term[], toldOf: (day: DayOfPlant, homeOf: HomeOf) => MeasureState): FigureOf =>
  (days, homeOf) => {
    const figure = figureOf(days, (day) => toldOf(day, homeOf));
    return { ...figure, missing: figure.energyWh === null ? missingOf(days, terms) : [] };
  };

const FIGURES: Record<FigureName, FigureOf> = {
  production: simple('production'),
  fromGrid: simple('fromGrid'),
  toGrid: simple('toGrid'),
  charge: simple('charge'),
  discharge: simple('discharge'),
  generator: simple('generator'),
  home: summed(HOME, (day, homeOf) => {
    const told = homeOf(day);
    // where the balance cannot be made, what measures home itself says it
    return isMeasured(told) || !isMeasured(day.told.home) ? told : day.told.home;
  }),
  measuredHome: simple('home'),
  unmeasured: (days, homeOf) => {
    const figure = figureOf(days, (day) => unmeasuredOf(homeOf(day), day.told.home));
    return { ...figure, missing: figure.energyWh === null ? ['home'] : [] };
  },
  ownUse: summed(OWN_USE, (day) => ownUseOf(day)),
};

function unmeasuredOf(told: MeasureState, measured: MeasureState): MeasureState {
  if (!isMeasured(told) || !isMeasured(measured))
    return told === 'missing' ? told : measured === 'missing' ? measured : 'absent';
  return {
    energyWh: told.energyWh - measured.energyWh,
    spreadWh: told.spreadWh + measured.spreadWh,
    completeness: Math.min(told.completeness, measured.completeness),
    source: told.source === measured.source ? told.source : 'mixed',
  };
}

/** What a kWh costs and brings on a day (energy/money/dayPrices.ts). */
export interface DayPrice {
  bought: number;
  own: number;
  sold: number;
  /** Wh that count by a price of the hour, and how many of them have their hour; null: the price is flat. */
  byHour: { energyWh: number; hoursWh: number } | null;
  /** The day's part of the fixed charge; null: there is none. */
  fixed: number | null;
}

export interface Money {
  /** Own use, which was not bought. */
  saved: number | null;
  /** What went to the grid. */
  earned: number | null;
  /** What came from it. */
  importCost: number | null;
  /** Of the days since the first that told anything; null: there is none. In none of the others. */
  fixedCharge: number | null;
  /** 0..1: how much of the energy whose price depends on the hour has its hour, the rest counts at its day's mean; null: all prices are flat. */
  byHour: number | null;
}

/** At the prices of each day; a day without them is left out. */
export function moneyOfDays(days: readonly DayOfPlant[], pricesOf: (day: Day) => DayPrice | undefined): Money {
  const prices = new Map(days.map(({ day }) => [day, pricesOf(day)]));
  const sumOf = (toldOf: (day: DayOfPlant) => MeasureState, priceOf: (price: DayPrice) => number): number | null => {
    let sum: number | null = null;
    for (const day of days) {
      const told = toldOf(day);
      const price = prices.get(day.day);
      if (isMeasured(told) && price) sum = (sum ?? 0) + (told.energyWh / 1000) * priceOf(price);
    }
    return sum;
  };
  return {
    saved: sumOf(ownUseOf, ({ own }) => own),
    earned: sumOf(
      ({ told }) => told.toGrid,
      ({ sold }) => sold,
    ),
    importCost: sumOf(
      ({ told }) => told.fromGrid,
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
  const told = sumOfDay(day, OWN_USE);
  return isMeasured(told) ? { ...told, energyWh: Math.max(0, told.energyWh) } : told;
}

function autarchyOf(days: readonly DayOfPlant[], homeOf: (day: DayOfPlant) => MeasureState): number | null {
  let homeWh = 0;
  let boughtWh = 0;
  for (const day of days) {
    const home = homeOf(day);
    const { fromGrid } = day.told;
    if (!isMeasured(home) || !isMeasured(fromGrid)) continue;
    homeWh += home.energyWh;
    boughtWh += fromGrid.energyWh;
  }
  return homeWh <= 0 ? null : Math.round(Math.min(1, Math.max(0, 1 - boughtWh / homeWh)) * 1000) / 1000;
}
