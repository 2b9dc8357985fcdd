// site/weatherHours
import { z } from 'zod';
import { call } from '../../call.ts';
import { day, sid } from '../../entities/parts.ts';

export const siteWeatherHours = call({
  summary:
    'The weather of each hour of a day where a plant stands, as the weather service says that the operator has set; it knows some 90 days back.',
  access: { anyOf: ['PvPlant'] },
  transaction: 'manual',
  changes: false,
  request: z.object({ sid, day }),
  response: z.object({
    sid,
    day,
    /** `none`: not configured by the operator; `failed`: no response; `tooOld`: the service has no data of that day. The list is then empty. */
    service: z.enum(['asked', 'none', 'failed', 'tooOld']),
    /** In order; an hour that occurs twice in local time is listed twice. Null: not in the forecast. */
    list: z.array(
      z.object({
        /** Start of the hour, ISO 8601 with the plant's offset. */
        atIso: z.string(),
        /** Degrees Celsius, and cloud cover in per cent, at the start of the hour. */
        temperature: z.number().nullable(),
        clouds: z.number().nullable(),
        /** Mean irradiation on a horizontal square metre, W. */
        sun: z.number().nullable(),
      }),
    ),
  }),
  errors: ['siteNotFound', 'notYet'],
});
