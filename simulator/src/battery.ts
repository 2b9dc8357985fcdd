// What a battery does by its strategy, within its power and what is stored: pure, one step after the other.
import { type BatterySettings, MINUTES_A_DAY, periodAt } from '@heliograph/contract/batterySettings.ts';

export type Strategy =
  /** Takes what is left of the sun and gives it back; below the reserve it gives nothing. */
  | { kind: 'ownUse'; reservePercent: number }
  /** As that, and charged from the grid at night, between two hours of the site's day, up to `toPercent`. */
  | { kind: 'nightCharge'; reservePercent: number; fromHour: number; toHour: number; toPercent: number }
  /** Without a grid: what the sun gives too much is not made, and a generator runs from the reserve up to `toPercent`. */
  | { kind: 'island'; reservePercent: number; toPercent: number }
  /** As it was told by command. */
  | { kind: 'told'; reservePercent: number; settings: BatterySettings };

export type Battery = {
  capacityWh: number;
  ratedW: number;
  nominalV: number;
  strategy: Strategy;
  /** What it was told since, oldest first. */
  since?: readonly { fromMs: number; strategy: Strategy }[];
};

/** As it is at an instant. */
export function batteryAt(battery: Battery, atMs: number): Battery {
  const told = battery.since?.findLast(({ fromMs }) => fromMs <= atMs);
  return told ? { ...battery, strategy: told.strategy } : battery;
}

/** A plant without a grid stays one. */
export function appliedStrategy({ strategy }: Battery, settings: BatterySettings): Strategy {
  const { reservePercent } = settings;
  return strategy.kind === 'island' ? { ...strategy, reservePercent } : { kind: 'told', reservePercent, settings };
}

/** Of what goes in, and once more of what comes out. */
export const ONE_WAY_EFFICIENCY = 0.96;
/** Near full and near the reserve power follows what is left to go: it would be reached in this time. */
const taperHours = 0.25;

/** Energy of a power's positive part over `hours`, while it goes from one value to another in a straight line; Wh. */
export function positiveWh(fromW: number, toW: number, hours: number): number {
  if (fromW >= 0 && toW >= 0) return ((fromW + toW) / 2) * hours;
  if (fromW <= 0 && toW <= 0) return 0;
  const above = Math.max(fromW, toW);
  return ((above * above) / Math.abs(fromW - toW) / 2) * hours;
}

/** What is stored after a time in which the battery's power (+ discharging) went in a straight line. */
export function storedAfter(storedWh: number, fromW: number, toW: number, hours: number): number {
  return (
    storedWh + positiveWh(-fromW, -toW, hours) * ONE_WAY_EFFICIENCY - positiveWh(fromW, toW, hours) / ONE_WAY_EFFICIENCY
  );
}

/** The part of a wanted power (+ discharging) that the battery takes or gives. */
export function within({ capacityWh, ratedW, strategy }: Battery, storedWh: number, wantedW: number): number {
  const roomWh = Math.max(0, capacityWh - storedWh);
  const aboveWh = Math.max(0, storedWh - (capacityWh * strategy.reservePercent) / 100);
  if (wantedW < 0) return -Math.min(-wantedW, ratedW, roomWh / ONE_WAY_EFFICIENCY / taperHours) + 0;
  return Math.min(wantedW, ratedW, (aboveWh * ONE_WAY_EFFICIENCY) / taperHours);
}

/** What it would do: `missingW` is the load without what is made, negative where too much is made. */
export function wantedW({ capacityWh, ratedW, strategy }: Battery, storedWh: number, missingW: number, hour: number) {
  /** From the grid if need be; of what the sun gives too much it takes more. */
  const charged = (toPercent: number, powerW: number): number => {
    const missingWh = (capacityWh * toPercent) / 100 - storedWh;
    return missingWh > 0 ? -Math.min(powerW, missingWh / taperHours) : Math.min(0, missingW);
  };
  if (strategy.kind === 'nightCharge' && hour >= strategy.fromHour && hour < strategy.toHour)
    return charged(strategy.toPercent, ratedW);
  if (strategy.kind !== 'told') return missingW;
  const { mode, peakW, periods } = strategy.settings;
  if (mode === 'backup') return charged(100, ratedW);
  if (mode === 'feedInFirst') return Math.max(0, missingW);
  if (mode === 'peakShaving') return missingW > 0 ? Math.max(0, missingW - (peakW ?? 0)) : missingW;
  const period = mode === 'timeOfUse' ? periodAt(periods, Math.floor(hour * 60) % MINUTES_A_DAY) : undefined;
  if (period?.action === 'charge') return charged(period.targetPercent, period.powerW);
  if (period?.action !== 'discharge') return missingW;
  const aboveWh = Math.max(0, storedWh - (capacityWh * period.targetPercent) / 100);
  return Math.min(period.powerW, (aboveWh * ONE_WAY_EFFICIENCY) / taperHours);
}
