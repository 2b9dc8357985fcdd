// site/weather7Day
import { z } from 'zod';
import { call } from '../../call.ts';
import { iso, sid } from '../../entities/parts.ts';
import { WEATHER_ICONS } from '../../weather.ts';

export const siteWeather7Day = call({
  summary:
    'The weather of the next seven days where a plant stands, as the weather service says that the operator has set.',
  access: { anyOf: ['PvPlant'] },
  transaction: 'manual',
  changes: false,
  request: z.object({ sid }),
  response: z.object({
    sid,
    days: z.literal(7),
    temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
    /** `none`: not configured by the operator; `failed`: no response. The list is then empty. */
    service: z.enum(['asked', 'none', 'failed']),
    /** Time of the forecast; null without a list. */
    askedAtIso: iso,
    /** Today first, by the plant's calendar. */
    list: z.array(
      z.object({
        /** "YYYY-MM-DD". */
        datetime: z.string(),
        /** Temperatures in `temperatureUnit`, to a tenth: mean, highest and lowest of the day; null: not in the forecast, as for all fields here. */
        temp: z.number().nullable(),
        tempMax: z.number().nullable(),
        tempMin: z.number().nullable(),
        /** "" if not in the forecast. */
        icon: z.enum([...WEATHER_ICONS, '']),
        /** Short day of the week in the requested language: "Mon". */
        week: z.string(),
        /** Text in the requested language; "" if not in the forecast. */
        conditions: z.string(),
        /** Rain and melted snow, mm. */
        rain: z.number().nullable(),
        /** Irradiation on a horizontal square metre, kWh. */
        sun: z.number().nullable(),
      }),
    ),
  }),
  errors: ['siteNotFound'],
});
