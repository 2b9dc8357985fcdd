// site/weatherHours
import { z } from 'zod';
import { call } from '../../call.ts';
import { day, sid } from '../../entities/parts.ts';

export const siteWeatherHours = call({
  summary:
    'The weather of each hour of a day where a plant stands, as the weather service says that the operator has set; it knows some 90 days back.',
  access: { anyOf: ['PvPlant'] },
  transaction: 'own',
  changes: false,
  request: z.object({ sid, day }),
  response: z.object({
    sid,
    day,
    /** `none`: the operator has set none; `failed`: it gives no answer; `tooOld`: it does not know that day. Then the list is empty. */
    service: z.enum(['asked', 'none', 'failed', 'tooOld']),
    /** In order; an hour of the plant's clock that comes twice is two. Null: not said. */
    list: z.array(
      z.object({
        /** Its beginning, ISO 8601 with the plant's offset. */
        atIso: z.string(),
        /** Degrees Celsius, and how much of the sky is covered, percent, at its beginning. */
        temperature: z.number().nullable(),
        clouds: z.number().nullable(),
        /** Its mean on a level square metre, W. */
        sun: z.number().nullable(),
      }),
    ),
  }),
  refusals: ['siteNotFound', 'notYet'],
});
