// device/modules/statistics/overview
import { z } from 'zod';
import { call } from '../../../../call.ts';
import { alertFields } from '../../../../entities/alert.ts';
import { moduleEnergy, moduleFacts, whichModule } from '../../../../entities/module.ts';
import { lastUpdate, sid } from '../../../../entities/parts.ts';
import { peak } from '../../../../entities/statistics.ts';

export const deviceModulesStatisticsOverview = call({
  summary: 'One module: what it is, its electrical values now, and what it has made.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({
    sid: sid.optional(),
    ...whichModule,
    /** Without `year` and `total`, for which every day is read: for who asks again and again. */
    live: z.boolean().default(false),
  }),
  response: z.object({
    sid,
    siteName: z.string(),
    sn: z.string(),
    alias: z.string(),
    modelName: z.string(),
    /** "AABB1122_1". */
    plcSN: z.string(),
    addr: z.number().int(),
    timezone: z.string(),
    ...moduleFacts,
    /** Of its device's rated power, shared evenly among its inputs, W; null: not known. */
    ratedPower: z.number().nullable(),
    now: z.number().nullable(),
    nowUnit: z.literal('W'),
    /** The device tells currents alone: `now` is its power shared out by them. */
    isEstimated: z.boolean(),
    voltage: z.number().nullable(),
    current: z.number().nullable(),
    /** Today's, of slots of five minutes and of now. */
    peak,
    today: moduleEnergy,
    yesterday: moduleEnergy,
    month: moduleEnergy,
    /** Null: it was not asked for. */
    year: moduleEnergy.nullable(),
    total: moduleEnergy.nullable(),
    status: z.number().int(),
    statusTitle: z.string(),
    /** Its device is online, and silent without the sun. */
    isAsleep: z.boolean(),
    ...alertFields,
    ...lastUpdate,
    /** Seconds after which a value of its device is no longer live. */
    staleAfterS: z.number().int(),
  }),
  refusals: ['deviceNotFound', 'moduleNotFound'],
});
