// device/detail
import { z } from 'zod';
import { call } from '../../call.ts';
import { deviceRow } from '../../entities/device.ts';
import { sid, sn } from '../../entities/parts.ts';

/** The module a device list row describes on pages that show one device. */
const answer = deviceRow.extend({
  timezone: z.string(),
  inputs: z.number().int(),
  /** W; 0: not known. */
  ratedPower: z.number(),
  /** W, of its plant's modules; 0: not known. */
  sitePowerMax: z.number(),
  stringNumber: z.number().int().nullable(),
  tilt: z.number().nullable(),
  azimuth: z.number().nullable(),
  orientation: z.enum(['portrait', 'landscape']).nullable(),
  /** The device in whose place it is; "" for none. `totalPower` begins where that one ended. */
  replaces: z.string(),
  /** kWh of `totalPower` that it and those before it had counted. */
  carriedOver: z.number(),
  mode: z.string(),
  /** Latest value of each quantity the device sends, by the names and titles of device/powerParamateMap. */
  values: z.array(z.object({ name: z.string(), unit: z.string(), title: z.string(), value: z.number().nullable() })),
});

export const deviceDetail = call({
  summary: 'One device: identity, place, latest value of each quantity.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: answer,
  refusals: ['deviceNotFound'],
});
