// Live figures of one module from the newest sample of its device.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { freshPower, type Heard, isFresh } from '../rules/freshness.ts';
import type { Day } from '../rules/localDays.ts';
import { type Input, modulePower } from '../rules/modules.ts';
import { kWhOf, wattsOf } from './figures.ts';

export interface DeviceLive extends Heard {
  inputs: number;
  powerW: number | null;
  quantities: Quantities;
  day: Day | null;
  todayWh: number | null;
}

/** W and kWh; null where the device does not tell its inputs apart, or the value is too old or of another day. */
export function moduleNow(device: DeviceLive, input: Input, today: Day, now: Date) {
  const said = { ...device.quantities, powerW: freshPower(device, now) };
  const counted = device.inputs === 1 ? device.todayWh : (said[`input${input}CounterWh`] ?? null);
  return {
    now: isFresh(device, now) ? wattsOf(modulePower(said, input, device.inputs)) : null,
    todayPower: device.day === today ? kWhOf(counted) : null,
  };
}
