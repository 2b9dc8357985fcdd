// What a battery is set to: a mode, levels, periods of a day; how that travels as parameters of commands, and what is wrong with a set of it. One check for form, server and simulator.

/** In the order of their numbers on the wire, from 1. */
export const BATTERY_MODES = ['ownUse', 'timeOfUse', 'backup', 'feedInFirst', 'offGrid', 'peakShaving'] as const;
export type BatteryMode = (typeof BATTERY_MODES)[number];

/** In the order of their numbers on the wire, from 1; 0 there is a period that is not used. */
export const PERIOD_ACTIONS = ['charge', 'discharge'] as const;
export type PeriodAction = (typeof PERIOD_ACTIONS)[number];

export const MINUTES_A_DAY = 1440;
/** That a product may have. */
export const MAX_PERIODS = 8;

/** Of each day, by the clock on the plant's wall. From `fromMin` up to, not including, `toMin`; one that ends before it begins goes on over midnight. */
export interface BatteryPeriod {
  /** Minutes since midnight. */
  fromMin: number;
  toMin: number;
  action: PeriodAction;
  powerW: number;
  /** Charged up to it, or discharged down to it; %. */
  targetPercent: number;
}

export interface BatterySettings {
  mode: BatteryMode;
  /** Kept for a blackout: nothing is taken below it; %. */
  reservePercent: number;
  /** At which the battery switches itself off; %. */
  shutdownPercent: number;
  /** Of peak shaving: what is drawn from the grid beyond it the battery gives; null: the device knows none. */
  peakW: number | null;
  /** In the order of the day; followed in the mode `timeOfUse`. */
  periods: readonly BatteryPeriod[];
}

export interface Range {
  min: number;
  max: number;
  step: number;
}

/** What a product's catalogue lets be set. */
export interface BatteryLimits {
  modes: readonly BatteryMode[];
  reservePercent: Range;
  shutdownPercent: Range;
  peakW: Range | null;
  /** Null: it keeps none, and knows no time of use. */
  periods: { most: number; powerW: Range; targetPercent: Range } | null;
  /** Null: not known. */
  ratedW: number | null;
}

export interface NamedRange extends Range {
  name: string;
}

const MODE = 'batteryMode';
const RESERVE = 'batteryReservePercent';
const SHUTDOWN = 'batteryShutdownPercent';
const PEAK = 'batteryPeakW';
const PERIOD_FIELDS = ['Action', 'StartMin', 'EndMin', 'PowerW', 'TargetPercent'] as const;

const ofPeriod = (n: number, field: (typeof PERIOD_FIELDS)[number]): string => `batteryPeriod${n}${field}`;
const namesOfPeriod = (n: number): string[] => PERIOD_FIELDS.map((field) => ofPeriod(n, field));

const NAMES: ReadonlySet<string> = new Set([
  ...[MODE, RESERVE, SHUTDOWN, PEAK],
  ...Array.from({ length: MAX_PERIODS }, (_, i) => namesOfPeriod(i + 1)).flat(),
]);

/** One of those that are set together, because one alone may contradict the others. */
export const isBatteryParameter = (name: string): boolean => NAMES.has(name);

/** By a catalogue; null: it has no battery that could be set. */
export function batteryLimits(parameters: readonly NamedRange[], ratedW: number): BatteryLimits | null {
  const byName = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const rangeOf = (name: string): Range | null => {
    const found = byName.get(name);
    return found ? { min: found.min, max: found.max, step: found.step } : null;
  };
  const [mode, reservePercent, shutdownPercent] = [rangeOf(MODE), rangeOf(RESERVE), rangeOf(SHUTDOWN)];
  if (!mode || !reservePercent || !shutdownPercent) return null;
  let most = 0;
  while (most < MAX_PERIODS && namesOfPeriod(most + 1).every((name) => byName.has(name))) most++;
  const peakW = rangeOf(PEAK);
  const modes = BATTERY_MODES.filter((word, i) => {
    const isThere = i + 1 >= mode.min && i + 1 <= mode.max;
    return isThere && (word !== 'timeOfUse' || most > 0) && (word !== 'peakShaving' || peakW !== null);
  });
  if (modes.length === 0) return null;
  return {
    modes,
    reservePercent,
    shutdownPercent,
    peakW,
    ratedW: ratedW > 0 ? ratedW : null,
    periods:
      most === 0
        ? null
        : { most, powerW: rangeOf(ofPeriod(1, 'PowerW'))!, targetPercent: rangeOf(ofPeriod(1, 'TargetPercent'))! },
  };
}

/** All that a whole set is made of, by its limits. */
export function batteryParameters({ peakW, periods }: Pick<BatteryLimits, 'peakW' | 'periods'>): string[] {
  return [
    ...[MODE, RESERVE, SHUTDOWN, ...(peakW ? [PEAK] : [])],
    ...Array.from({ length: periods?.most ?? 0 }, (_, i) => namesOfPeriod(i + 1)).flat(),
  ];
}

/** A whole set, as it is written: periods that are not used are zero, so that nothing of an older schedule stays behind. */
export function parametersOfSettings(
  settings: BatterySettings,
  limits: Pick<BatteryLimits, 'peakW' | 'periods'>,
): Record<string, number> {
  const { mode, reservePercent, shutdownPercent, peakW, periods } = settings;
  const values: Record<string, number> = {
    [MODE]: BATTERY_MODES.indexOf(mode) + 1,
    [RESERVE]: reservePercent,
    [SHUTDOWN]: shutdownPercent,
  };
  if (limits.peakW) values[PEAK] = peakW ?? limits.peakW.min;
  for (let n = 1; n <= (limits.periods?.most ?? 0); n++) {
    const period = periods[n - 1];
    values[ofPeriod(n, 'Action')] = period ? PERIOD_ACTIONS.indexOf(period.action) + 1 : 0;
    values[ofPeriod(n, 'StartMin')] = period?.fromMin ?? 0;
    values[ofPeriod(n, 'EndMin')] = period?.toMin ?? 0;
    values[ofPeriod(n, 'PowerW')] = period?.powerW ?? limits.periods!.powerW.min;
    values[ofPeriod(n, 'TargetPercent')] = period?.targetPercent ?? limits.periods!.targetPercent.min;
  }
  return values;
}

/** Null: not all of it is known, or a number of it stands for nothing. */
export function settingsOfParameters(
  values: Readonly<Record<string, number | null | undefined>>,
  limits: Pick<BatteryLimits, 'peakW' | 'periods'>,
): BatterySettings | null {
  const known = batteryParameters(limits).every((name) => typeof values[name] === 'number');
  if (!known) return null;
  const number = (name: string): number => values[name]!;
  const mode = BATTERY_MODES[number(MODE) - 1];
  const periods: BatteryPeriod[] = [];
  for (let n = 1; n <= (limits.periods?.most ?? 0); n++) {
    const said = number(ofPeriod(n, 'Action'));
    if (said === 0) continue;
    const action = PERIOD_ACTIONS[said - 1];
    if (!action) return null;
    periods.push({
      fromMin: number(ofPeriod(n, 'StartMin')),
      toMin: number(ofPeriod(n, 'EndMin')),
      action,
      powerW: number(ofPeriod(n, 'PowerW')),
      targetPercent: number(ofPeriod(n, 'TargetPercent')),
    });
  }
  if (!mode) return null;
  return {
    mode,
    reservePercent: number(RESERVE),
    shutdownPercent: number(SHUTDOWN),
    periods,
    peakW: limits.peakW ? number(PEAK) : null,
  };
}

export const isSameSettings = (
  left: BatterySettings,
  right: BatterySettings,
  limits: Pick<BatteryLimits, 'peakW' | 'periods'>,
): boolean => {
  const [one, other] = [parametersOfSettings(left, limits), parametersOfSettings(right, limits)];
  return Object.entries(one).every(([name, value]) => Math.abs(value - other[name]!) < 1e-6);
};

export type BatteryProblem =
  | { word: 'mode' }
  | { word: 'outOfRange'; field: 'reservePercent' | 'shutdownPercent' | 'peakW'; range: Range }
  | { word: 'reserveBelowShutdown' }
  /** A time range must be selected first. */
  | { word: 'noPeriods' }
  | { word: 'tooManyPeriods'; most: number }
  /** No minute of a day, or it ends when it begins. `period`: from 0. */
  | { word: 'noTime'; period: number }
  /** It begins before the one before it has ended; the first one: before the last one, which goes on over midnight, has. */
  | { word: 'beforePrevious'; period: number }
  | { word: 'targetBelowReserve'; period: number }
  | { word: 'targetOutOfRange' | 'powerOutOfRange'; period: number; range: Range }
  | { word: 'aboveRating'; period: number; ratedW: number };

/** All that is wrong, what stands above first. Periods are checked whatever the mode, as the device keeps them for when it is one of time of use. */
export function batteryProblems(settings: BatterySettings, limits: BatteryLimits): BatteryProblem[] {
  const { mode, reservePercent, shutdownPercent, peakW, periods } = settings;
  const problems: BatteryProblem[] = [];
  if (!limits.modes.includes(mode)) problems.push({ word: 'mode' });
  if (!isOneOf(reservePercent, limits.reservePercent))
    problems.push({ word: 'outOfRange', field: 'reservePercent', range: limits.reservePercent });
  if (!isOneOf(shutdownPercent, limits.shutdownPercent))
    problems.push({ word: 'outOfRange', field: 'shutdownPercent', range: limits.shutdownPercent });
  if (reservePercent < shutdownPercent) problems.push({ word: 'reserveBelowShutdown' });
  if (limits.peakW && !(peakW !== null && isOneOf(peakW, limits.peakW)))
    problems.push({ word: 'outOfRange', field: 'peakW', range: limits.peakW });
  if (mode === 'timeOfUse' && periods.length === 0) problems.push({ word: 'noPeriods' });
  const most = limits.periods?.most ?? 0;
  if (periods.length > most) problems.push({ word: 'tooManyPeriods', most });
  for (const [i, period] of periods.entries())
    problems.push(...problemsOf(period, i, settings, limits), ...problemOfOrder(periods, i));
  return problems;
}

function problemsOf(
  { fromMin, toMin, powerW, targetPercent }: BatteryPeriod,
  period: number,
  { reservePercent }: BatterySettings,
  { periods: limits, ratedW }: BatteryLimits,
): BatteryProblem[] {
  const problems: BatteryProblem[] = [];
  const isTime = Number.isInteger(fromMin) && Number.isInteger(toMin) && fromMin >= 0 && toMin >= 0;
  if (!isTime || fromMin >= MINUTES_A_DAY || toMin > MINUTES_A_DAY || fromMin === toMin)
    problems.push({ word: 'noTime', period });
  if (!limits) return problems;
  if (!isOneOf(powerW, limits.powerW)) problems.push({ word: 'powerOutOfRange', period, range: limits.powerW });
  else if (ratedW !== null && powerW > ratedW) problems.push({ word: 'aboveRating', period, ratedW });
  if (!isOneOf(targetPercent, limits.targetPercent))
    problems.push({ word: 'targetOutOfRange', period, range: limits.targetPercent });
  else if (targetPercent < reservePercent) problems.push({ word: 'targetBelowReserve', period });
  return problems;
}

/** Only the last may go on over midnight, up to the beginning of the first. */
function problemOfOrder(periods: readonly BatteryPeriod[], i: number): BatteryProblem[] {
  const [own, before, last] = [periods[i]!, periods[i - 1], periods.at(-1)!];
  const isAgainst =
    before === undefined
      ? periods.length > 1 && isOverMidnight(last) && own.fromMin < last.toMin
      : isOverMidnight(before) || own.fromMin < before.toMin;
  return isAgainst ? [{ word: 'beforePrevious', period: i }] : [];
}

/** To 00:00 is to the end of the day. */
const isOverMidnight = ({ fromMin, toMin }: Pick<BatteryPeriod, 'fromMin' | 'toMin'>): boolean => toMin < fromMin;

function isOneOf(value: number, { min, max, step }: Range): boolean {
  const steps = (value - min) / step;
  return value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** The period that a minute of the wall clock belongs to. */
export function periodAt(periods: readonly BatteryPeriod[], minute: number): BatteryPeriod | undefined {
  return periods.find((period) => partsOf(period).some(([from, to]) => minute >= from && minute < to));
}

/** Its minutes of one day: one part, or two where it goes on over midnight. */
function partsOf({ fromMin, toMin }: Pick<BatteryPeriod, 'fromMin' | 'toMin'>): [from: number, to: number][] {
  if (!isOverMidnight({ fromMin, toMin })) return [[fromMin, toMin]];
  return toMin === 0
    ? [[fromMin, MINUTES_A_DAY]]
    : [
        [0, toMin],
        [fromMin, MINUTES_A_DAY],
      ];
}

/** A part of a day in which the battery does one thing. */
export interface DayPart {
  fromMin: number;
  toMin: number;
  /** A mode where no period says otherwise. */
  does: PeriodAction | Exclude<BatteryMode, 'timeOfUse'>;
  /** Null: as much as it takes. */
  powerW: number | null;
  /** It is charged up to it, or not discharged below it. */
  percent: number;
}

/** A whole day from 00:00 to 24:00, without gaps: between periods of time of use it lives on what the sun leaves. */
export function dayOfBattery({ mode, reservePercent, periods }: BatterySettings): DayPart[] {
  const rest = (fromMin: number, toMin: number): DayPart => ({
    fromMin,
    toMin,
    powerW: null,
    does: mode === 'timeOfUse' ? 'ownUse' : mode,
    percent: mode === 'backup' ? 100 : reservePercent,
  });
  if (mode !== 'timeOfUse') return [rest(0, MINUTES_A_DAY)];
  const set = periods
    .flatMap(({ action, powerW, targetPercent, ...period }) =>
      partsOf(period).map(([fromMin, toMin]) => ({ fromMin, toMin, does: action, powerW, percent: targetPercent })),
    )
    .toSorted((left, right) => left.fromMin - right.fromMin);
  const parts: DayPart[] = [];
  let at = 0;
  for (const part of set) {
    if (part.fromMin > at) parts.push(rest(at, part.fromMin));
    parts.push(part);
    at = Math.max(at, part.toMin);
  }
  if (at < MINUTES_A_DAY) parts.push(rest(at, MINUTES_A_DAY));
  return parts;
}

/** On a day of 23 or 25 hours: at `atMin` of the wall clock it is moved by `byMin`, on or (negative) back. */
export interface ClockMove {
  atMin: number;
  byMin: number;
}

/**
 * How long a period lasts on such a day. The clock on the wall decides: of the hour that is left out nothing is done, and
 * what lies in the hour that comes twice is done twice.
 */
export function minutesOn(period: Pick<BatteryPeriod, 'fromMin' | 'toMin'>, { atMin, byMin }: ClockMove): number {
  const [from, to] = byMin > 0 ? [atMin, atMin + byMin] : [atMin + byMin, atMin];
  let minutes = 0;
  for (const [start, end] of partsOf(period)) {
    const touched = Math.max(0, Math.min(end, to) - Math.max(start, from));
    minutes += end - start - Math.sign(byMin) * touched;
  }
  return minutes;
}
