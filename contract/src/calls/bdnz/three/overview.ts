// bdnz/three/overview (`bdnz/three` in the API: meters of one or three phases)
import { z } from 'zod';
import { call } from '../../../call.ts';
import { acNow, deviceHead } from '../../../entities/deviceNow.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { deviceFlow } from '../../../entities/statistics.ts';
import { METER_ROLES, METER_TYPES } from '../../../flows.ts';

export const bdnzThreeOverview = call({
  summary:
    'What a meter measures now: each phase, their sum and imbalance, and the energy of both directions over the usual periods.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    ...deviceHead,
    /** As registered; null: not registered. */
    meterType: z.enum(METER_TYPES).nullable(),
    /** `meterType`, else derived from the reported voltages; null: neither. */
    powerMode: z.enum(METER_TYPES).nullable(),
    /** What it measures where it is installed today, and whether its polarity is reversed (device/meter/settings). */
    role: z.enum(METER_ROLES),
    reversed: z.boolean(),
    /** Powers and currents as counted by the plant: positive from the grid, to the loads, or from the modules. `power`: sum of all phases. */
    ac: acNow,
    /** Voltages and currents: greatest deviation from their mean, as a share of it. Powers: difference between the greatest and the least. */
    imbalance: z.object({
      voltage: z.number().nullable(),
      current: z.number().nullable(),
      unit: z.literal('%'),
      power: z.number().nullable(),
      powerUnit: z.literal('W'),
    }),
    /** From the grid, or the equivalent for its role; null: no data. */
    positiveEnergy: deviceFlow.nullable(),
    /** To the grid. */
    nativeEnergy: deviceFlow.nullable(),
  }),
  errors: ['deviceNotFound', 'otherKind'],
});
