// Battery behaviour by strategy, within its rating and stored energy. Pure functions, one time step at a time.
import { type BatterySettings, MINUTES_A_DAY, periodAt } from '@heliograph/contract/batterySettings.ts';

export type Strategy =
  /** Stores surplus solar and discharges it; never discharges below the reserve. */
  | { kind: 'ownUse'; reservePercent: number }
  /** As `ownUse`, and charges from the grid between two hours of the site's day, up to `toPercent`. */
  | { kind: 'nightCharge'; reservePercent: number; fromHour: number; toHour: number; toPercent: number }
  /** Off grid: surplus solar is curtailed, and a generator runs from the reserve up to `toPercent`. */
  | { kind: 'island'; reservePercent: number; toPercent: number }
  /** Follows settings received by command. */
  | { kind: 'commanded'; reservePercent: number; settings: BatterySettings };

export type Battery = {
  capacityWh: number;
  ratedW: number;
  nominalV: number;
  strategy: Strategy;
  /** Strategies set later, oldest first. */
  since?: readonly { fromMs: number; strategy: Strategy }[];
};

/** Returns the battery with the strategy in force at an instant. */
export function batteryAt(battery: Battery, atMs: number): Battery {
  const change = battery.since?.findLast(({ fromMs }) => fromMs <= atMs);
  return change ? { ...battery, strategy: change.strategy } : battery;
}

/** Returns the strategy that settings lead to. A plant without a grid stays off grid. */
export function appliedStrategy({ strategy }: Battery, settings: BatterySettings): Strategy {
  const { reservePercent } = settings;
  return strategy.kind === 'island' ? { ...strategy, reservePercent } : { kind: 'commanded', reservePercent, settings };
}

/** Efficiency of charging, and equally of discharging. */
export const ONE_WAY_EFFICIENCY = 0.96;
/** Near full and near the reserve, power tapers to what would reach the bound in this time. */
const taperHours = 0.25;

/** Energy of the positive part of a power that changes linearly over `hours`, Wh. */
export function positiveWh(fromW: number, toW: number, hours: number): number {
  if (fromW >= 0 && toW >= 0) return ((fromW + toW) / 2) * hours;
  if (fromW <= 0 && toW <= 0) return 0;
  const above = Math.max(fromW, toW);
  return ((above * above) / Math.abs(fromW - toW) / 2) * hours;
}

/** Stored energy after `hours` in which the battery's power (+ discharge) changed linearly, Wh. */
export function storedAfter(storedWh: number, fromW: number, toW: number, hours: number): number {
  return (
    storedWh + positiveWh(-fromW, -toW, hours) * ONE_WAY_EFFICIENCY - positiveWh(fromW, toW, hours) / ONE_WAY_EFFICIENCY
  );
}

/** Limits a requested power (+ discharge, W) to what the battery can take or give. */
export function within({ capacityWh, ratedW, strategy }: Battery, storedWh: number, requestedW: number): number {
  const roomWh = Math.max(0, capacityWh - storedWh);
  const aboveWh = Math.max(0, storedWh - (capacityWh * strategy.reservePercent) / 100);
  if (requestedW < 0) return -Math.min(-requestedW, ratedW, roomWh / ONE_WAY_EFFICIENCY / taperHours) + 0;
  return Math.min(requestedW, ratedW, (aboveWh * ONE_WAY_EFFICIENCY) / taperHours);
}

/** Power that the strategy requests, W (+ discharge). `missingW`: load minus production, negative at a surplus. */
export function wantedW({ capacityWh, ratedW, strategy }: Battery, storedWh: number, missingW: number, hour: number) {
  /** Charging power: from the grid if necessary, and more at a solar surplus. */
  const chargeW = (toPercent: number, powerW: number): number => {
    const missingWh = (capacityWh * toPercent) / 100 - storedWh;
    return missingWh > 0 ? -Math.min(powerW, missingWh / taperHours) : Math.min(0, missingW);
  };
  if (strategy.kind === 'nightCharge' && hour >= strategy.fromHour && hour < strategy.toHour)
    return chargeW(strategy.toPercent, ratedW);
  if (strategy.kind !== 'commanded') return missingW;
  const { mode, peakW, periods } = strategy.settings;
  if (mode === 'backup') return chargeW(100, ratedW);
  if (mode === 'feedInFirst') return Math.max(0, missingW);
  if (mode === 'peakShaving') return missingW > 0 ? Math.max(0, missingW - (peakW ?? 0)) : missingW;
  const period = mode === 'timeOfUse' ? periodAt(periods, Math.floor(hour * 60) % MINUTES_A_DAY) : undefined;
  if (period?.action === 'charge') return chargeW(period.targetPercent, period.powerW);
  if (period?.action !== 'discharge') return missingW;
  const aboveWh = Math.max(0, storedWh - (capacityWh * period.targetPercent) / 100);
  return Math.min(period.powerW, (aboveWh * ONE_WAY_EFFICIENCY) / taperHours);
}
