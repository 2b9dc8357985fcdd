// Live values of one module from the newest sample of its device.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { type Input, modulePower } from '../installation/rules/orientation.ts';
import { freshPower, isFresh, type LastUpload } from '../live/rules/freshness.ts';
import { wattsOf } from '../platform/texts/numbers.ts';

export interface DeviceLive extends LastUpload {
  inputs: number;
  powerW: number | null;
  quantities: Quantities;
}

/** Returns W, V and A; null when the device does not report its inputs separately, or the value is too old. */
export function moduleNow(device: DeviceLive, input: Input, at: Date) {
  const reported: Quantities = isFresh(device, at) ? { ...device.quantities, powerW: freshPower(device, at) } : {};
  const now = wattsOf(modulePower(reported, input, device.inputs));
  const isMeasured = device.inputs === 1 || typeof reported[`input${input}PowerW`] === 'number';
  return {
    now,
    isEstimated: now !== null && !isMeasured,
    voltage: reported[`input${input}VoltageV`] ?? null,
    current: reported[`input${input}CurrentA`] ?? null,
  };
}
