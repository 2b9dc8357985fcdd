// Battery settings stored in a hybrid inverter or a battery: factory values, ranges, and when a set of them is refused.
import {
  BATTERY_MODES,
  type BatteryLimits,
  type BatterySettings,
  batteryProblems,
  MINUTES_A_DAY,
  PERIOD_ACTIONS,
  parametersOfSettings,
  settingsOfParameters,
} from '@heliograph/contract/batterySettings.ts';
import type { Battery } from './battery.ts';
import type { Range } from './commands.ts';

const PERIODS = 6;
const PERCENT = { min: 0, max: 100, step: 1 };
const SHUTDOWN_PERCENT = 5;

/** An off-grid plant cannot join a grid, and a grid-connected plant has no switch to leave it. */
function limitsOf({ strategy, ratedW }: Battery): BatteryLimits {
  const isIsland = strategy.kind === 'island';
  return {
    modes: BATTERY_MODES.filter((mode) => (mode === 'offGrid') === isIsland),
    reservePercent: PERCENT,
    shutdownPercent: { ...PERCENT, max: 50 },
    peakW: { min: 0, max: 100_000, step: 1 },
    periods: { most: PERIODS, powerW: { min: 0, max: ratedW, step: 1 }, targetPercent: PERCENT },
    ratedW,
  };
}

/** Factory settings. */
function factorySettings({ strategy, ratedW }: Battery): BatterySettings {
  const { kind, reservePercent } = strategy;
  const levels = { reservePercent, shutdownPercent: SHUTDOWN_PERCENT, peakW: 0 };
  if (kind === 'commanded') return strategy.settings;
  if (kind !== 'nightCharge') return { ...levels, mode: kind === 'island' ? 'offGrid' : 'ownUse', periods: [] };
  const { fromHour, toHour, toPercent } = strategy;
  const night = { fromMin: fromHour * 60, toMin: toHour * 60, action: 'charge', powerW: ratedW } as const;
  return { ...levels, mode: 'timeOfUse', periods: [{ ...night, targetPercent: toPercent }] };
}

export function batteryRanges(battery: Battery): Record<string, Range> {
  const limits = limitsOf(battery);
  const boundsByName: [RegExp, Pick<Range, 'min' | 'max'>][] = [
    [/^batteryMode$/, { min: 1, max: BATTERY_MODES.length }],
    [/^batteryShutdownPercent$/, limits.shutdownPercent],
    [/^batteryPeakW$/, limits.peakW!],
    [/Action$/, { min: 0, max: PERIOD_ACTIONS.length }],
    [/StartMin$/, { min: 0, max: MINUTES_A_DAY - 1 }],
    [/EndMin$/, { min: 0, max: MINUTES_A_DAY }],
    [/PowerW$/, limits.periods!.powerW],
    [/Percent$/, PERCENT],
  ];
  const usual = parametersOfSettings(factorySettings(battery), limits);
  return Object.fromEntries(
    Object.entries(usual).map(([name, value]) => {
      const { min, max } = boundsByName.find(([pattern]) => pattern.test(name))![1];
      return [name, { usual: value, min, max, step: 1 }];
    }),
  );
}

/** Returns the settings after `written` parameters over the factory values; null if a number has no meaning. */
export function settingsFromCommands(
  battery: Battery,
  written: Readonly<Record<string, number>>,
): BatterySettings | null {
  const limits = limitsOf(battery);
  return settingsOfParameters({ ...parametersOfSettings(factorySettings(battery), limits), ...written }, limits);
}

/** Whether the device refuses the set: it also checks that levels and periods are consistent. */
export function refusesSet(battery: Battery, written: Readonly<Record<string, number>>): boolean {
  const settings = settingsFromCommands(battery, written);
  return settings === null || batteryProblems(settings, limitsOf(battery)).length > 0;
}
