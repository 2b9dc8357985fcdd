// What a flow that a device tells counts as in its plant: by what a meter measures there, and which way round it is installed.
import type { Flow, MeasuredFlow, MeterRole } from '@heliograph/contract/flows.ts';
import type { Quantities } from '@heliograph/contract/measurements.ts';
import type { Day } from '../../platform/calendar/rules/localDays.ts';

export interface MeterSetting {
  /** Until the day before the next one's. */
  validFrom: Day;
  role: MeterRole;
  /** Of the grid's flows, or of what a meter measures. */
  reversed: boolean;
  /** Of the battery's; of a device that measures one place alone it is as `reversed`. */
  batteryReversed: boolean;
}

export interface Installation {
  /** A meter of its own, which measures one place of the plant; else what an inverter or a battery tells of itself. */
  isMeter: boolean;
  /** In the order of their days; none: a grid meter, the right way round. */
  settings: readonly MeterSetting[];
  /** Of a battery: since when the inverter that it hangs on tells what flows through it, too; null or missing: none does. */
  toldFrom?: Day | null;
}

const OTHER_WAY: Partial<Record<MeasuredFlow, MeasuredFlow>> = {
  fromGrid: 'toGrid',
  toGrid: 'fromGrid',
  charge: 'discharge',
  discharge: 'charge',
};

/** A meter's positive energy; its negative energy counts only at the grid. */
const POSITIVE: Record<MeterRole, Flow> = { grid: 'fromGrid', production: 'production', load: 'home' };

export function settingOn(settings: readonly MeterSetting[], day: Day): Omit<MeterSetting, 'validFrom'> {
  return (
    settings.findLast(({ validFrom }) => validFrom <= day) ?? { role: 'grid', reversed: false, batteryReversed: false }
  );
}

/** Null: it counts as nothing. */
export function countsAs(told: MeasuredFlow, day: Day, { isMeter, settings, toldFrom }: Installation): Flow | null {
  // One battery, told twice.
  if (toldFrom && day >= toldFrom && (told === 'charge' || told === 'discharge')) return null;
  if (settings.length === 0) return told;
  const { role, reversed, batteryReversed } = settingOn(settings, day);
  const isTurned = told === 'charge' || told === 'discharge' ? batteryReversed : reversed;
  const flow = isTurned ? (OTHER_WAY[told] ?? told) : told;
  if (!isMeter || role === 'grid') return flow;
  if (flow === 'fromGrid') return POSITIVE[role];
  return flow === 'toGrid' ? null : flow;
}

/** Where a device measures now, and how much: positive from the grid, from the modules, to the loads, out of the battery. */
export interface FlowNow {
  flowW: number | null;
  flowOf: MeterRole | 'battery' | null;
}

/** Of a meter, or of a battery that reports by itself. */
export function flowNow(
  { gridPowerW, batteryPowerW }: Pick<Quantities, 'gridPowerW' | 'batteryPowerW'>,
  day: Day,
  { isMeter, settings }: Installation,
): FlowNow {
  const { role, reversed, batteryReversed } = settingOn(settings, day);
  const turned = (watts: number | null | undefined, isTurned: boolean) =>
    watts == null ? null : isTurned ? -watts : watts;
  if (isMeter) return { flowW: turned(gridPowerW, reversed), flowOf: role };
  return batteryPowerW === undefined
    ? { flowW: null, flowOf: null }
    : { flowW: turned(batteryPowerW, batteryReversed), flowOf: 'battery' };
}

/** Power of production as a meter at the modules measures it: what an inverter draws at night is none. */
export function meteredPower({ flowW, flowOf }: FlowNow): number | null {
  return flowW === null || flowOf !== 'production' ? null : Math.max(0, flowW);
}
