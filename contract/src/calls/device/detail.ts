// device/detail
import { z } from 'zod';
import { call } from '../../call.ts';
import { deviceRow } from '../../entities/device.ts';
import { sid, sn } from '../../entities/parts.ts';

/** The page module of a device row, on pages that show one device. */
const answer = deviceRow.extend({
  timezone: z.string(),
  inputs: z.number().int(),
  /** W; 0: unknown. */
  ratedPower: z.number(),
  /** W, of the plant's modules; 0: unknown. */
  sitePowerMax: z.number(),
  stringNumber: z.number().int().nullable(),
  tilt: z.number().nullable(),
  azimuth: z.number().nullable(),
  orientation: z.enum(['portrait', 'landscape']).nullable(),
  /** The device it replaced; "" for none. `totalPower` continues from that one. */
  replaces: z.string(),
  /** Part of `totalPower` counted by the devices it replaced, kWh. */
  carriedOver: z.number(),
  mode: z.string(),
  /**
   * Values of the last 30 days that no energy depends on, as they were errors of transmission; newest day first, [] for
   * most devices. `power`: a power far above what the device had held before; `counter`: a counter reading that the next
   * one contradicted.
   */
  rejectedValues: z.array(
    z.object({ day: z.string(), title: z.string(), reason: z.enum(['power', 'counter']), count: z.number().int() }),
  ),
  /** Latest value of each quantity the device reports, by the names and titles of device/powerParamateMap. A power that may be an error of transmission is null. */
  values: z.array(z.object({ name: z.string(), unit: z.string(), title: z.string(), value: z.number().nullable() })),
});

export const deviceDetail = call({
  summary: 'One device: identity, place, latest value of each quantity.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: answer,
  errors: ['deviceNotFound'],
});
