// ksp/overview (the wire's word for hybrid inverters and all-in-one machines)
import { z } from 'zod';
import { call } from '../../call.ts';
import { acNow, batteryNow, deviceHead, inputNow, powerNow, temperatureNow } from '../../entities/deviceNow.ts';
import { sid, sn } from '../../entities/parts.ts';
import { energyFlow } from '../../entities/statistics.ts';

const node = z.object(powerNow);

export const kspOverview = call({
  summary: 'What a hybrid inverter or an all-in-one machine does now: modules, battery, grid, loads, generator.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid: sid.optional(), sn }),
  response: z.object({
    ...deviceHead,
    /** What it was doing, by the words of its product; "" where it tells none. */
    mode: z.string(),
    ...temperatureNow,
    pv: z.object({ ...powerNow, inputs: z.array(inputNow) }),
    ac: acNow,
    /** These are null where it has never told of them. Grid: positive from it. */
    grid: node.nullable(),
    load: node.nullable(),
    generator: node.nullable(),
    backup: node.nullable(),
    battery: z.object(batteryNow).nullable(),
    /** Of this device alone; the plant's is that of site/overview. */
    energy: energyFlow,
  }),
  refusals: ['deviceNotFound', 'otherKind'],
});
