// Settings of a battery: mode, levels and daily periods; their encoding as parameters of commands, and their validation, shared by form, server and simulator.

/** By their numbers on the wire, from 1. */
export const BATTERY_MODES = ['ownUse', 'timeOfUse', 'backup', 'feedInFirst', 'offGrid', 'peakShaving'] as const;
export type BatteryMode = (typeof BATTERY_MODES)[number];

/** By their numbers on the wire, from 1; 0 is an unused period. */
export const PERIOD_ACTIONS = ['charge', 'discharge'] as const;
export type PeriodAction = (typeof PERIOD_ACTIONS)[number];

export const MINUTES_A_DAY = 1440;
/** Most periods of a product. */
export const MAX_PERIODS = 8;

/** A daily period in local time, from `fromMin` up to but excluding `toMin`; one that ends before it begins spans midnight. */
export interface BatteryPeriod {
  /** Minutes since midnight. */
  fromMin: number;
  toMin: number;
  action: PeriodAction;
  powerW: number;
  /** State of charge at which charging or discharging ends, %. */
  targetPercent: number;
}

export interface BatterySettings {
  mode: BatteryMode;
  /** Backup reserve: no discharge below it; %. */
  reservePercent: number;
  /** State of charge at which the battery switches itself off, %. */
  shutdownPercent: number;
  /** Peak shaving: the battery supplies import above this power; null: not supported. */
  peakW: number | null;
  /** In order; used in the mode `timeOfUse`. */
  periods: readonly BatteryPeriod[];
}

export interface Range {
  min: number;
  max: number;
  step: number;
}

/** Settable values by the product's catalogue. */
export interface BatteryLimits {
  modes: readonly BatteryMode[];
  reservePercent: Range;
  shutdownPercent: Range;
  peakW: Range | null;
  /** Null: no reserve and no time of use. */
  periods: { most: number; powerW: Range; targetPercent: Range } | null;
  /** Null: unknown. */
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

/** Whether a parameter is part of the set that is only written as a whole, because single values may contradict the others. */
export const isBatteryParameter = (name: string): boolean => NAMES.has(name);

/** Limits by a product's parameters; null: no settable battery. */
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

/** Names of all parameters of a set. */
export function batteryParameters({ peakW, periods }: Pick<BatteryLimits, 'peakW' | 'periods'>): string[] {
  return [
    ...[MODE, RESERVE, SHUTDOWN, ...(peakW ? [PEAK] : [])],
    ...Array.from({ length: periods?.most ?? 0 }, (_, i) => namesOfPeriod(i + 1)).flat(),
  ];
}

/** Encodes a whole set; unused periods are zero, so that nothing of an older schedule remains. */
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

/** Decodes a set; null if a value is missing or undefined. */
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
  /** No time range selected. */
  | { word: 'noPeriods' }
  | { word: 'tooManyPeriods'; most: number }
  /** Not a minute of the day, or an empty period. `period`: from 0. */
  | { word: 'noTime'; period: number }
  /** Begins before the previous period ends; for the first: before the last, which spans midnight, ends. */
  | { word: 'beforePrevious'; period: number }
  | { word: 'targetBelowReserve'; period: number }
  | { word: 'targetOutOfRange' | 'powerOutOfRange'; period: number; range: Range }
  | { word: 'aboveRating'; period: number; ratedW: number };

/** Returns all faults from top to bottom. Periods are checked in every mode, as the device stores them for time of use. */
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

/** Only the last period may span midnight, up to the start of the first. */
function problemOfOrder(periods: readonly BatteryPeriod[], i: number): BatteryProblem[] {
  const [own, before, last] = [periods[i]!, periods[i - 1], periods.at(-1)!];
  const isAgainst =
    before === undefined
      ? periods.length > 1 && isOverMidnight(last) && own.fromMin < last.toMin
      : isOverMidnight(before) || own.fromMin < before.toMin;
  return isAgainst ? [{ word: 'beforePrevious', period: i }] : [];
}

/** An end at 00:00 is the end of the day. */
const isOverMidnight = ({ fromMin, toMin }: Pick<BatteryPeriod, 'fromMin' | 'toMin'>): boolean => toMin < fromMin;

function isOneOf(value: number, { min, max, step }: Range): boolean {
  const steps = (value - min) / step;
  return value >= min && value <= max && Math.abs(steps - Math.round(steps)) < 1e-6;
}

/** Returns the period of a minute in local time. */
export function periodAt(periods: readonly BatteryPeriod[], minute: number): BatteryPeriod | undefined {
  return periods.find((period) => partsOf(period).some(([from, to]) => minute >= from && minute < to));
}

/** Its minutes of a day: one part, or two if it spans midnight. */
function partsOf({ fromMin, toMin }: Pick<BatteryPeriod, 'fromMin' | 'toMin'>): [from: number, to: number][] {
  if (!isOverMidnight({ fromMin, toMin })) return [[fromMin, toMin]];
  return toMin === 0
    ? [[fromMin, MINUTES_A_DAY]]
    : [
        [0, toMin],
        [fromMin, MINUTES_A_DAY],
      ];
}

/** A part of a day with one action of the battery. */
export interface DayPart {
  fromMin: number;
  toMin: number;
  /** The mode outside periods. */
  does: PeriodAction | Exclude<BatteryMode, 'timeOfUse'>;
  /** Null: unlimited. */
  powerW: number | null;
  /** State of charge at which charging or discharging ends. */
  percent: number;
}

/** Returns the parts of a day from 00:00 to 24:00 without gaps: outside periods of time of use it stores surplus solar energy. */
export function dayOfBattery({
  mode,
  reservePercent,
  periods,
}: Pick<BatterySettings, 'mode' | 'reservePercent' | 'periods'>): DayPart[] {
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

/** Clock change of a day of 23 or 25 hours: at `atMin` local time by `byMin`, forward or (negative) back. */
export interface ClockMove {
  atMin: number;
  byMin: number;
}

/**
 * Returns the duration of a period on such a day. Local time decides: nothing happens in the skipped hour, and
 * the repeated hour counts twice.
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
