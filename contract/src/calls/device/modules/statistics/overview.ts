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
  cost: 'expensive',
  request: z.object({
    sid: sid.optional(),
    ...whichModule,
    /** Omits `year` and `total`, which need every day: for frequent polling. */
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
    /** Share of its device's rated power, divided evenly among its inputs, W; null: unknown. */
    ratedPower: z.number().nullable(),
    now: z.number().nullable(),
    nowUnit: z.literal('W'),
    /** The device reports currents only: `now` is its power divided by them. */
    isEstimated: z.boolean(),
    voltage: z.number().nullable(),
    current: z.number().nullable(),
    /** Today's peak over five-minute slots and now. */
    peak,
    today: moduleEnergy,
    yesterday: moduleEnergy,
    month: moduleEnergy,
    /** Null: not requested. */
    year: moduleEnergy.nullable(),
    total: moduleEnergy.nullable(),
    status: z.number().int(),
    statusTitle: z.string(),
    /** Its device is online, and silent because the sun is down. */
    isAsleep: z.boolean(),
    ...alertFields,
    ...lastUpdate,
    /** Seconds after which a value of its device is stale. */
    staleAfterS: z.number().int(),
  }),
  errors: ['deviceNotFound', 'moduleNotFound'],
});
