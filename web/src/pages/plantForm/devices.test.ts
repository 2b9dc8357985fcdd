// Devices to be added: what can be sent, with and without a connection, and what of a waiting registration can be corrected.
import { expect, test } from 'vitest';
import {
  areReady,
  devicesOf,
  type Lookup,
  mayChooseProduct,
  type NewDevice,
  newDevice,
  toAdd,
  toAddUnder,
} from './devices.ts';

const lookup: Lookup = { sn: 'A1B2', model: 0, modelName: '', announcedModel: 0, state: 'unknown', lastSeenIso: null };
const placed: NewDevice = { ...newDevice('A1B2'), model: 400, tilt: 30, azimuth: 180, orientation: 'portrait' };

test.each<[ready: boolean, device: NewDevice, found: Lookup[], isLost: boolean]>([
  [false, placed, [], false],
  [true, placed, [], true],
  [true, placed, [lookup], false],
  [false, { ...placed, tilt: 91 }, [], true],
  [false, newDevice('A1B2'), [lookup], true],
  [false, placed, [{ ...lookup, state: 'yours' }], true],
])('that a device can be sent is %s', (ready, device, found, isLost) => {
  const bySn = new Map(found.map((one) => [one.sn, one]));
  expect(areReady([device], { bySn, isLost })).toBe(ready);
});

test.each<[mayChoose: boolean, found: Lookup | undefined, isLost: boolean]>([
  [false, undefined, false],
  [true, undefined, true],
  [true, lookup, false],
  [true, lookup, true],
  [false, { ...lookup, model: 400 }, true],
  [false, { ...lookup, state: 'yours' }, true],
])('that a product may be chosen is %s for the look-up %o', (mayChoose, found, isLost) => {
  expect(mayChooseProduct(found, isLost)).toBe(mayChoose);
});

test('reads the devices of a registration as they were entered', () => {
  const meter: NewDevice = { ...newDevice('M1'), model: 7, meterType: 'singlePhase', meterRole: 'grid' };
  expect(devicesOf([toAdd(placed, undefined), toAdd(meter, undefined)])).toEqual([placed, meter]);
  const input = { page: 2, stringNumber: '', tilt: 10, azimuth: '', orientation: '' } as const;
  const attached: NewDevice = { ...placed, inputs: { 1: input } };
  const request = toAddUnder(attached, undefined, 4) as Parameters<typeof devicesOf>[0][number];
  expect(devicesOf([request])).toEqual([attached]);
});
