// ksp/overview (`ksp` in the API: hybrid inverters and all-in-one systems)
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
    /** Operating mode in the words of its product; "" if not reported. */
    mode: z.string(),
    ...temperatureNow,
    pv: z.object({ ...powerNow, inputs: z.array(inputNow) }),
    ac: acNow,
    /** Null for quantities it never reported. Grid: positive is import. */
    grid: node.nullable(),
    load: node.nullable(),
    generator: node.nullable(),
    backup: node.nullable(),
    battery: z.object(batteryNow).nullable(),
    /** Of this device only; the plant's is in site/overview. */
    energy: energyFlow,
  }),
  errors: ['deviceNotFound', 'otherKind'],
});
