// Current power in rows of devices: the production of a generating device, the measured power of a meter, the power of a battery.
import type { DevicePowerOf } from '@heliograph/contract/entities/device.ts';
import { type Kind, producesEnergy } from '../../families/kinds.ts';
import { freshPower, type LastUpload } from '../../live/rules/freshness.ts';

interface PowerSource extends LastUpload {
  kind: Kind;
  powerW: number | null;
  /** Power of a meter or a battery, W, with the sign used by its plant. */
  flowW: number | null;
  flowOf: DevicePowerOf | null;
}

/** Returns the current power and what it measures. `nowW`: W, null without a fresh report; positive from the grid, to the loads, from the modules, discharging. */
export function rowNow(device: PowerSource, at: Date): { nowW: number | null; nowOf: DevicePowerOf | null } {
  const { kind, flowW, flowOf } = device;
  if (producesEnergy(kind)) return { nowW: freshPower(device, at), nowOf: 'production' };
  return { nowW: freshPower({ ...device, powerW: flowW }, at), nowOf: flowOf };
}
