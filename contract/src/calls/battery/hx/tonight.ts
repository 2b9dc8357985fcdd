// battery/hx/tonight
import { z } from 'zod';
import { call } from '../../../call.ts';
import { batteryRequest } from '../../../entities/battery.ts';
import { iso } from '../../../entities/parts.ts';
import { money } from '../../../pageModules.ts';

export const batteryHxTonight = call({
  summary:
    'What a battery or a hybrid can give tonight: state of charge, usable capacity from its discharges of the last 14 days, and the usual consumption of the home from 18:00 to 24:00 on the last 7 evenings; and for each hour until the end of tomorrow the usual consumption, the expected production and the price.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  transaction: 'manual',
  changes: false,
  request: batteryRequest,
  response: z.object({
    sid: z.string(),
    sn: z.string(),
    /** Time of this answer. */
    atIso: z.string(),
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
    /** `forecast`: by the weather service; `lastDays`: there is none, or it did not answer. */
    solarBasis: z.enum(['forecast', 'lastDays']),
    /** The hours of the plant's clock that are not over, in order, without gaps; the first has begun. */
    hours: z.array(
      z.object({
        /** ISO 8601 with the plant's offset; the end is not included. */
        fromIso: z.string(),
        toIso: z.string(),
        /** Mean power, W: of the home the median of this hour of the last 7 days; null: fewer than three were measured. */
        homeW: z.number().nullable(),
        /** Mean power of the modules, W; null: unknown. */
        solarW: z.number().nullable(),
        /** Price of a bought kWh in `currency`; null: none set. */
        importPrice: money(z.number().nullable(), null),
      }),
    ),
  }),
  errors: ['siteNotFound', 'deviceNotFound', 'otherKind'],
});
