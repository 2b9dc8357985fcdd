// What rows of devices say of now: production of what makes energy, of a meter what it measures, of a battery what flows through it.
import type { DevicePowerOf } from '@heliograph/contract/entities/device.ts';
import { type Kind, producesEnergy } from '../../families/kinds.ts';
import { freshPower, type LastUpload } from '../../live/rules/freshness.ts';

interface Telling extends LastUpload {
  kind: Kind;
  powerW: number | null;
  /** Of a meter or a battery, as its plant counts it. */
  flowW: number | null;
  flowOf: DevicePowerOf | null;
}

/** `nowW`: null when nothing live tells it. Positive from the grid, to the loads, from the modules, discharging. */
export function rowNow(device: Telling, at: Date): { nowW: number | null; nowOf: DevicePowerOf | null } {
  const { kind, flowW, flowOf } = device;
  if (producesEnergy(kind)) return { nowW: freshPower(device, at), nowOf: 'production' };
  return { nowW: freshPower({ ...device, powerW: flowW }, at), nowOf: flowOf };
}
