// Devices about to be added to a plant: what was looked up about them, what is missing, what is sent.
import type { Request, Response } from '@heliograph/contract/calls.ts';
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
/** Of one input of a microinverter; what is not said is as the device has it. */
export interface InputPlacement extends Placement {
  /** 0: on none. */
  page: number;
}
export interface NewDevice extends Placement {
  sn: string;
  /** Chosen by hand where the registry does not tell; 0 for not chosen. */
  model: number;
  /** By input; those that are missing are as the device. */
  inputs?: Readonly<Record<number, InputPlacement>>;
}

export const NO_PLACEMENT: Placement = { stringNumber: '', tilt: '', azimuth: '', orientation: '' };
export const NO_INPUT_PLACEMENT: InputPlacement = { ...NO_PLACEMENT, page: 0 };
export const newDevice = (sn: string): NewDevice => ({ sn, model: 0, ...NO_PLACEMENT });

export type DeviceState = 'checking' | 'ready' | 'yours' | 'needsProduct' | 'badPlacement';

const within = (value: number | '', from: number, to: number) => value === '' || (value >= from && value <= to);

export function isPlaced({ stringNumber, tilt, azimuth }: Placement): boolean {
  return within(stringNumber, 0, 999) && within(tilt, 0, 90) && within(azimuth, 0, 360);
}

/** Where the registry does not tell: as chosen, else as the device announced itself; 0 for neither. */
export function chosenModel(
  device: Pick<NewDevice, 'model'>,
  lookup: Pick<Lookup, 'announcedModel'> | undefined,
): number {
  return device.model || (lookup?.announcedModel ?? 0);
}

export function stateOf(device: NewDevice, lookup: Lookup | undefined): DeviceState {
  if (!lookup) return 'checking';
  if (lookup.state === 'yours') return 'yours';
  if (lookup.model === 0 && chosenModel(device, lookup) === 0) return 'needsProduct';
  return [device, ...Object.values(device.inputs ?? {})].every(isPlaced) ? 'ready' : 'badPlacement';
}

/** Left out is what was not said; the model is sent only where it was chosen by hand. */
export function toAdd(device: NewDevice, lookup: Lookup | undefined): DeviceToAdd {
  const model = chosenModel(device, lookup);
  return {
    sn: device.sn,
    ...(model !== 0 && (lookup?.model ?? 0) === 0 ? { model } : {}),
    ...placed(device),
  };
}

const placed = ({ stringNumber, tilt, azimuth, orientation }: Placement) => ({
  ...(stringNumber === '' ? {} : { stringNumber }),
  ...(tilt === '' ? {} : { tilt }),
  ...(azimuth === '' ? {} : { azimuth }),
  ...(orientation === '' ? {} : { orientation }),
});

/** How many inputs the device has that may be placed by themselves; a product may not know it. */
export function inputsOf(device: NewDevice, lookup: Lookup | undefined, products: readonly Product[]): number {
  const model = lookup?.model || chosenModel(device, lookup);
  return products.find((product) => product.model === model)?.inputs ?? 0;
}

type DeviceUnder = Request<'device/modules/add'>['devices'][number];

/** The same under a gateway, with the inputs that differ; `most`: of the product that it is by now. */
export function toAddUnder(device: NewDevice, lookup: Lookup | undefined, most: number): DeviceUnder {
  const inputs = Object.entries(device.inputs ?? {}).flatMap(([name, { page, ...place }]) => {
    const of = { ...placed(place), ...(page === 0 ? {} : { page }) };
    return Number(name) <= most && Object.keys(of).length > 0 ? [{ input: Number(name), ...of }] : [];
  });
  return { ...toAdd(device, lookup), inputs };
}
