// account/update
import { z } from 'zod';
import { call } from '../../call.ts';
import { country, preferredTemperatureUnit, text } from '../../entities/parts.ts';

export const accountUpdate = call({
  summary: 'Changes name, telephone, address and units of the signed-in user; what is left out stays.',
  access: 'signedIn',
  request: z.object({
    contactPerson: text(120).optional(),
    contactNumber: text(40).optional(),
    businessName: text(120).optional(),
    countryCode: country.or(z.literal('')).optional(),
    StateCode: text(10).optional(),
    city: text(120).optional(),
    street: text(200).optional(),
    temperatureUnit: preferredTemperatureUnit.optional(),
  }),
  response: z.object({}),
  errors: ['unknownCountry'],
  transaction: 'change',
});
