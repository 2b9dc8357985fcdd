// common/country
import { z } from 'zod';
import { call } from '../../call.ts';

export const commonCountry = call({
  summary: 'Countries with what they imply for a new plant; names in the asked language.',
  access: 'public',
  request: z.object({}),
  response: z.object({
    list: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        timezones: z.array(z.string()),
        currency: z.string(),
        temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
      }),
    ),
  }),
});
