// bdnz/three/overview (the wire's word for meters of one or three phases)
import { z } from 'zod';
import { call } from '../../../call.ts';
import { acNow, deviceHead } from '../../../entities/deviceNow.ts';
import { sid, sn } from '../../../entities/parts.ts';
import { deviceFlow } from '../../../entities/statistics.ts';
import { METER_ROLES } from '../../../flows.ts';

export const bdnzThreeOverview = call({
  summary:
    'What a meter measures now: each phase, their sum and imbalance, and the energy of both directions over the usual periods.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    ...deviceHead,
    /** By the voltages that it tells; null: it tells none. */
    powerMode: z.enum(['fourWire', 'threeWire', 'singlePhase']).nullable(),
    /** What it measures where it is installed today, and whether it is installed the other way round (device/meter/settings). */
    role: z.enum(METER_ROLES),
    reversed: z.boolean(),
    /** Powers and currents as the plant counts them: positive from the grid, to the loads, or from the modules. `power`: of all phases. */
    ac: acNow,
    /** Of voltages and currents the greatest distance from their mean, as a share of it; of powers the distance of the greatest from the least. */
    imbalance: z.object({
      voltage: z.number().nullable(),
      current: z.number().nullable(),
      unit: z.literal('%'),
      power: z.number().nullable(),
      powerUnit: z.literal('W'),
    }),
    /** From the grid, or what its role makes of it; null: nothing is known of it. */
    positiveEnergy: deviceFlow.nullable(),
    /** To the grid. */
    nativeEnergy: deviceFlow.nullable(),
  }),
  refusals: ['deviceNotFound', 'otherKind'],
});
