// battery/hx/tonight
import { z } from 'zod';
import { call } from '../../../call.ts';
import { batteryRequest } from '../../../entities/battery.ts';
import { iso } from '../../../entities/parts.ts';
import { money } from '../../../pageModules.ts';

export const batteryHxTonight = call({
  summary:
    'What a battery or a hybrid can give tonight: state of charge, usable capacity from its discharges of the last 14 days, and the usual consumption of the home from 18:00 to 24:00 on the last 7 evenings.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: batteryRequest,
  response: z.object({
    sid: z.string(),
    sn: z.string(),
    /** Now, %; null: no recent report. */
    socPercent: z.number().nullable(),
    /** From 100 % to 0 %, Wh; null: not discharged far enough to tell. */
    capacityWh: z.number().nullable(),
    /** Median of the mean power of the last evenings, W; null: fewer than three were measured. */
    eveningW: z.number().nullable(),
    /** Measured evenings. */
    evenings: z.number().int(),
    /** Next sunset and sunrise; null: none within a day. */
    sunsetIso: iso,
    sunriseIso: iso,
    /** Price of a bought kWh in `currency`; null: none set, or one by the hour. */
    importPrice: money(z.number().nullable(), null),
    currency: money(z.string(), ''),
  }),
  errors: ['siteNotFound', 'deviceNotFound', 'otherKind'],
});
