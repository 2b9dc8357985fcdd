// Devices about to be added to a plant: what was looked up about them, what is missing, what is sent.
import type { Response } from '@heliograph/contract/calls.ts';
import type { DeviceToAdd } from '@heliograph/contract/entities/site.ts';

export type Lookup = Response<'product/sn'>['list'][number];
export type Product = Response<'product/sn'>['products'][number];

/** Where a device is on the roof; '' for not said. */
export interface Placement {
  stringNumber: number | '';
  tilt: number | '';
  azimuth: number | '';
  orientation: 'portrait' | 'landscape' | '';
}
export interface NewDevice extends Placement {
  sn: string;
  /** Chosen by hand where neither registry nor frames tell; 0 for not chosen. */
  model: number;
}

export const NO_PLACEMENT: Placement = { stringNumber: '', tilt: '', azimuth: '', orientation: '' };
export const newDevice = (sn: string): NewDevice => ({ sn, model: 0, ...NO_PLACEMENT });

export type DeviceState = 'checking' | 'ready' | 'yours' | 'needsProduct' | 'badPlacement';

const within = (value: number | '', from: number, to: number) => value === '' || (value >= from && value <= to);

export function isPlaced({ stringNumber, tilt, azimuth }: Placement): boolean {
  return within(stringNumber, 0, 999) && within(tilt, 0, 90) && within(azimuth, 0, 360);
}

export function stateOf(device: NewDevice, lookup: Lookup | undefined): DeviceState {
  if (!lookup) return 'checking';
  if (lookup.state === 'yours') return 'yours';
  if (lookup.model === 0 && device.model === 0) return 'needsProduct';
  return isPlaced(device) ? 'ready' : 'badPlacement';
}

/** Left out is what was not said; the model is sent only where it was chosen by hand. */
export function toAdd(device: NewDevice, lookup: Lookup | undefined): DeviceToAdd {
  return {
    sn: device.sn,
    ...(device.model !== 0 && (lookup?.model ?? 0) === 0 ? { model: device.model } : {}),
    ...(device.stringNumber === '' ? {} : { stringNumber: device.stringNumber }),
    ...(device.tilt === '' ? {} : { tilt: device.tilt }),
    ...(device.azimuth === '' ? {} : { azimuth: device.azimuth }),
    ...(device.orientation === '' ? {} : { orientation: device.orientation }),
  };
}
