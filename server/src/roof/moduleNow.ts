// Live figures of one module from the newest sample of its device.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { type Input, modulePower } from '../installation/rules/orientation.ts';
import { freshPower, isFresh, type LastUpload } from '../live/rules/freshness.ts';
import { wattsOf } from '../platform/texts/numbers.ts';

export interface DeviceLive extends LastUpload {
  inputs: number;
  powerW: number | null;
  quantities: Quantities;
}

/** W, V and A; null where the device does not tell its inputs apart, or the value is too old. */
export function moduleNow(device: DeviceLive, input: Input, at: Date) {
  const said: Quantities = isFresh(device, at) ? { ...device.quantities, powerW: freshPower(device, at) } : {};
  const now = wattsOf(modulePower(said, input, device.inputs));
  const isMeasured = device.inputs === 1 || typeof said[`input${input}PowerW`] === 'number';
  return {
    now,
    isEstimated: now !== null && !isMeasured,
    voltage: said[`input${input}VoltageV`] ?? null,
    current: said[`input${input}CurrentA`] ?? null,
  };
}
