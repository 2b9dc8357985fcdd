// common/addressInfo
import { z } from 'zod';
import { call } from '../../call.ts';
import { amount, country } from '../../entities/parts.ts';

export const commonAddressInfo = call({
  summary: 'What a place implies: time zone, currency and temperature unit of a country.',
  access: 'signedIn',
  request: z.object({
    country,
    latitude: amount(-90, 90).optional(),
    longitude: amount(-180, 180).optional(),
  }),
  response: z.object({
    country: z.string(),
    countryName: z.string(),
    timezone: z.string(),
    timezones: z.array(z.string()),
    currency: z.string(),
    temperatureUnit: z.enum(['Celsius', 'Fahrenheit']),
  }),
  errors: ['unknownCountry'],
});
