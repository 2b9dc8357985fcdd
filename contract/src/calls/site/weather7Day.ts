// site/weather7Day
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso, sid } from '../../entities/parts.ts';
import { WEATHER_ICONS } from '../../weather.ts';

export const siteWeather7Day = call({
  summary:
    'The weather of the next seven days where a plant stands, as the weather service says that the operator has set.',
  access: { anyOf: ['PvPlant'] },
  transaction: 'own',
  changes: false,
  request: z.object({ sid }),
  response: z.object({
    sid,
    days: z.literal(7),
    temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
    /** `none`: the operator has set none; `failed`: it gives no answer. Then the list is empty. */
    service: z.enum(['asked', 'none', 'failed']),
    /** When the service said so; null without a list. */
    askedAtIso: iso,
    /** Today first, as the plant's calendar has it. */
    list: z.array(
      z.object({
        /** "YYYY-MM-DD". */
        datetime: z.string(),
        /** Temperatures in `temperatureUnit`, to a tenth: the mean, the highest and the lowest of the day; null: not said, as everywhere here. */
        temp: z.number().nullable(),
        tempMax: z.number().nullable(),
        tempMin: z.number().nullable(),
        /** "" where the service did not say. */
        icon: z.enum([...WEATHER_ICONS, '']),
        /** The day of the week, in the asked language and short: "Mon". */
        week: z.string(),
        /** In words, in the asked language; "" where the service did not say. */
        conditions: z.string(),
        /** Rain and melted snow, mm. */
        rain: z.number().nullable(),
        /** Sunlight on a level square metre, kWh. */
        sun: z.number().nullable(),
      }),
    ),
  }),
  refusals: ['siteNotFound'],
});
