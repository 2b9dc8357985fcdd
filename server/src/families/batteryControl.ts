// Battery parameters of the hybrids and batteries that ship with the portal: a mode, levels and six daily periods.
import { BATTERY_MODES, MINUTES_A_DAY, PERIOD_ACTIONS } from '@heliograph/contract/batterySettings.ts';
import type { ProductParameter } from '@heliograph/contract/entities/product.ts';

const PERIODS = 6;
/** Maximum power of batteries at one inverter, from the field; a known rated power of the product limits it further. */
const MAX_W = 12_000;

const parameter = (
  fields: Pick<ProductParameter, 'name' | 'title' | 'unit' | 'min' | 'max'> & Partial<ProductParameter>,
): ProductParameter => ({ group: 'battery', step: 1, default: null, isProtected: false, isVerified: false, ...fields });

const period = (n: number): ProductParameter[] => {
  const of = (field: string, title: string, rest: Pick<ProductParameter, 'unit' | 'min' | 'max'>) =>
    parameter({ name: `batteryPeriod${n}${field}`, title: `Period ${n}: ${title}`, ...rest });
  return [
    of('Action', `0 not used, 1 charge, ${PERIOD_ACTIONS.length} discharge`, {
      unit: '',
      min: 0,
      max: PERIOD_ACTIONS.length,
    }),
    of('StartMin', 'begins', { unit: 'min', min: 0, max: MINUTES_A_DAY - 1 }),
    of('EndMin', 'ends', { unit: 'min', min: 0, max: MINUTES_A_DAY }),
    of('PowerW', 'power', { unit: 'W', min: 0, max: MAX_W }),
    of('TargetPercent', 'target', { unit: '%', min: 0, max: 100 }),
  ];
};

export const BATTERY_CONTROL: readonly ProductParameter[] = [
  parameter({ name: 'batteryMode', title: 'Battery mode', unit: '', min: 1, max: BATTERY_MODES.length }),
  parameter({ name: 'batteryReservePercent', title: 'Reserve', unit: '%', min: 0, max: 100 }),
  parameter({ name: 'batteryShutdownPercent', title: 'Shut-down level', unit: '%', min: 0, max: 50 }),
  parameter({ name: 'batteryPeakW', title: 'Most power from the grid', unit: 'W', min: 0, max: 100_000 }),
  ...Array.from({ length: PERIODS }, (_, i) => period(i + 1)).flat(),
];
