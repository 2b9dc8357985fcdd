// Maps a flow that a device measures to a flow of its plant: by the meter's role and the direction in which it is installed.
import type { Flow, MeasuredFlow, MeterRole } from '@heliograph/contract/flows.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';

export interface MeterSetting {
  /** First day; valid until the day before the next setting's. */
  validFrom: Day;
  role: MeterRole;
  /** Of the grid's flows, or of those that a meter measures. */
  reversed: boolean;
  /** Of the battery's flows; equal to `reversed` for a device that measures only one place. */
  batteryReversed: boolean;
}

export interface Installation {
  /** Whether it is a separate meter, which measures one place of the plant; else an inverter or a battery that measures itself. */
  isMeter: boolean;
  /** In the order of their days; empty: a grid meter in normal direction. */
  settings: readonly MeterSetting[];
  /** Of a battery: since when the inverter it is connected to measures its flows too; null or missing: none does. */
  batteryMeasuredFrom?: Day | null;
}

const OPPOSITE: Partial<Record<MeasuredFlow, MeasuredFlow>> = {
  fromGrid: 'toGrid',
  toGrid: 'fromGrid',
  charge: 'discharge',
  discharge: 'charge',
};

/** Flow of a meter's positive energy; its negative energy counts only at the grid. */
const POSITIVE: Record<MeterRole, Flow> = { grid: 'fromGrid', production: 'production', load: 'home' };

export function settingOn(settings: readonly MeterSetting[], day: Day): Omit<MeterSetting, 'validFrom'> {
  return (
    settings.findLast(({ validFrom }) => validFrom <= day) ?? { role: 'grid', reversed: false, batteryReversed: false }
  );
}

/** Returns the plant's flow that a measured flow counts as; null: it does not count. */
export function countsAs(
  measured: MeasuredFlow,
  day: Day,
  { isMeter, settings, batteryMeasuredFrom }: Installation,
): Flow | null {
  // The same battery is measured twice.
  if (batteryMeasuredFrom && day >= batteryMeasuredFrom && (measured === 'charge' || measured === 'discharge'))
    return null;
  if (settings.length === 0) return measured;
  const { role, reversed, batteryReversed } = settingOn(settings, day);
  const isReversed = measured === 'charge' || measured === 'discharge' ? batteryReversed : reversed;
  const flow = isReversed ? (OPPOSITE[measured] ?? measured) : measured;
  if (!isMeter || role === 'grid') return flow;
  if (flow === 'fromGrid') return POSITIVE[role];
  return flow === 'toGrid' ? null : flow;
}

/** Current flow of a device, W: positive from the grid, from the modules, to the loads, out of the battery. */
export interface FlowNow {
  flowW: number | null;
  flowOf: MeterRole | 'battery' | null;
}

/** Returns the current flow of a meter, or of a battery that reports by itself. */
export function flowNow(
  { gridPowerW, batteryPowerW }: Pick<Quantities, 'gridPowerW' | 'batteryPowerW'>,
  day: Day,
  { isMeter, settings }: Installation,
): FlowNow {
  const { role, reversed, batteryReversed } = settingOn(settings, day);
  const signed = (watts: number | null | undefined, isReversed: boolean) =>
    watts == null ? null : isReversed ? -watts : watts;
  if (isMeter) return { flowW: signed(gridPowerW, reversed), flowOf: role };
  return batteryPowerW === undefined
    ? { flowW: null, flowOf: null }
    : { flowW: signed(batteryPowerW, batteryReversed), flowOf: 'battery' };
}

/** Returns the production power that a meter at the modules measures, W: an inverter's consumption at night counts as 0. Null: it is no such meter. */
export function meteredPower({ flowW, flowOf }: FlowNow): number | null {
  return flowW === null || flowOf !== 'production' ? null : Math.max(0, flowW);
}
