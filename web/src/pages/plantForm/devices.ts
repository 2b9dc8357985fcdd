// Devices to be added to a plant: their lookup, their state, and the request body.
import type { ParsedRequest, Request, Response } from '@heliograph/contract/calls.ts';
import type { DeviceToAdd } from '@heliograph/contract/entities/site.ts';
import type { MeterRole, MeterType } from '@heliograph/contract/flows.ts';

export type Lookup = Response<'product/sn'>['list'][number];
export type Product = Response<'product/sn'>['products'][number];

/** Placement of a device on the roof; '': not given. Angles in degrees. */
export interface Placement {
  stringNumber: number | '';
  tilt: number | '';
  azimuth: number | '';
  orientation: 'portrait' | 'landscape' | '';
}
/** Placement of one input of a microinverter; empty fields take the value of the device. */
export interface InputPlacement extends Placement {
  /** Number of the module page; 0: none. */
  page: number;
}
export interface NewDevice extends Placement {
  sn: string;
  /** Selected by the user where the registry has no model; 0: not selected. */
  model: number;
  /** Of a meter, if chosen: its wiring and the place that it measures. */
  meterType?: MeterType;
  meterRole?: MeterRole;
  /** Placements by input number; missing inputs are placed like the device. */
  inputs?: Readonly<Record<number, InputPlacement>>;
}

export const NO_PLACEMENT: Placement = { stringNumber: '', tilt: '', azimuth: '', orientation: '' };
export const NO_INPUT_PLACEMENT: InputPlacement = { ...NO_PLACEMENT, page: 0 };
export const newDevice = (sn: string): NewDevice => ({ sn, model: 0, ...NO_PLACEMENT });

/** Whether the device is a meter, as far as its product is known. */
export function isMeter(device: NewDevice, lookup: Lookup | undefined, products: readonly Product[]): boolean {
  const model = lookup?.model || chosenModel(device, lookup);
  return products.find((product) => product.model === model)?.kind === 'meter';
}

/** `unchecked`: the server checks the number when there is a connection. */
export type DeviceState = 'checking' | 'unchecked' | 'ready' | 'yours' | 'needsProduct' | 'badPlacement';

const isBetween = (value: number | '', from: number, to: number) => value === '' || (value >= from && value <= to);

export function isValidPlacement({ stringNumber, tilt, azimuth }: Placement): boolean {
  return isBetween(stringNumber, 0, 999) && isBetween(tilt, 0, 90) && isBetween(azimuth, 0, 360);
}

/** Returns the model of a device unknown to the registry: as selected, else as announced by the device; 0: neither. */
export function chosenModel(
  device: Pick<NewDevice, 'model'>,
  lookup: Pick<Lookup, 'announcedModel'> | undefined,
): number {
  return device.model || (lookup?.announcedModel ?? 0);
}

/** Returns whether the user may select the product: the registry has none, or cannot be asked now. */
export function mayChooseProduct(lookup: Lookup | undefined, isLost: boolean): boolean {
  return lookup ? lookup.model === 0 && lookup.state !== 'yours' : isLost;
}

export function stateOf(device: NewDevice, lookup: Lookup | undefined, isLost: boolean): DeviceState {
  if (!lookup && !isLost) return 'checking';
  if (lookup?.state === 'yours') return 'yours';
  if (lookup?.model === 0 && chosenModel(device, lookup) === 0) return 'needsProduct';
  if (![device, ...Object.values(device.inputs ?? {})].every(isValidPlacement)) return 'badPlacement';
  return lookup ? 'ready' : 'unchecked';
}

/** Returns whether the devices can be sent, or stored until there is a connection. */
export function areReady(
  devices: readonly NewDevice[],
  { bySn, isLost }: { bySn: ReadonlyMap<string, Lookup>; isLost: boolean },
): boolean {
  return devices.every((device) => ['ready', 'unchecked'].includes(stateOf(device, bySn.get(device.sn), isLost)));
}

/** Returns the request body of a device, without empty fields; the model is sent only if the registry has none. */
export function toAdd(device: NewDevice, lookup: Lookup | undefined): DeviceToAdd {
  const model = chosenModel(device, lookup);
  return {
    sn: device.sn,
    ...(model !== 0 && (lookup?.model ?? 0) === 0 ? { model } : {}),
    ...filledPlacement(device),
    ...(device.meterType === undefined ? {} : { meterType: device.meterType }),
    ...(device.meterRole === undefined ? {} : { meterRole: device.meterRole }),
  };
}

type ParsedAttached = ParsedRequest<'device/modules/add'>['devices'][number];
export type WaitingDevice = DeviceToAdd & Partial<Pick<ParsedAttached, 'inputs'>>;

/** Returns the devices of a request, to be corrected; inputs of microinverters by their number. */
export function devicesOf(added: readonly WaitingDevice[]): NewDevice[] {
  return added.map(({ sn, model = 0, meterType, meterRole, inputs = [], ...placement }) => ({
    ...newDevice(sn),
    ...pickPlacement(placement),
    model,
    ...(meterType && { meterType }),
    ...(meterRole && { meterRole }),
    ...(inputs.length > 0 && {
      inputs: Object.fromEntries(
        inputs.map(({ input, page = 0, ...rest }) => [input, { ...NO_INPUT_PLACEMENT, ...pickPlacement(rest), page }]),
      ),
    }),
  }));
}

type SentPlacement = { [Name in keyof Placement]?: Exclude<Placement[Name], ''> | null | undefined };
const pickPlacement = ({ stringNumber, tilt, azimuth, orientation }: SentPlacement): Placement => ({
  stringNumber: stringNumber ?? '',
  tilt: tilt ?? '',
  azimuth: azimuth ?? '',
  orientation: orientation ?? '',
});

const filledPlacement = ({ stringNumber, tilt, azimuth, orientation }: Placement) => ({
  ...(stringNumber === '' ? {} : { stringNumber }),
  ...(tilt === '' ? {} : { tilt }),
  ...(azimuth === '' ? {} : { azimuth }),
  ...(orientation === '' ? {} : { orientation }),
});

/** Returns the number of inputs that may be placed separately; 0 if the product does not define it. */
export function inputsOf(device: NewDevice, lookup: Lookup | undefined, products: readonly Product[]): number {
  const model = lookup?.model || chosenModel(device, lookup);
  return products.find((product) => product.model === model)?.inputs ?? 0;
}

type AttachedDevice = Request<'device/modules/add'>['devices'][number];

/** Returns the request body of a device attached to a gateway, with the inputs that differ; `inputCount`: inputs of its current product. */
export function toAddUnder(device: NewDevice, lookup: Lookup | undefined, inputCount: number): AttachedDevice {
  const inputs = Object.entries(device.inputs ?? {}).flatMap(([name, { page, ...placement }]) => {
    const fields = { ...filledPlacement(placement), ...(page === 0 ? {} : { page }) };
    return Number(name) <= inputCount && Object.keys(fields).length > 0 ? [{ input: Number(name), ...fields }] : [];
  });
  return { ...toAdd(device, lookup), inputs };
}
