// account/update
import { z } from 'zod';
import { call } from '../../call.ts';
import { country, languageCode, preferredTemperatureUnit, text, zone } from '../../entities/parts.ts';
import { problemDigest } from '../../entities/problemDigest.ts';

export const accountUpdate = call({
  summary:
    'Changes name, telephone, address, language, units and digest of the signed-in user; omitted fields stay unchanged.',
  access: 'signedIn',
  request: z.object({
    contactPerson: text(120).optional(),
    contactNumber: text(40).optional(),
    businessName: text(120).optional(),
    countryCode: country.or(z.literal('')).optional(),
    StateCode: text(10).optional(),
    city: text(120).optional(),
    street: text(200).optional(),
    /** Of mails, notices and webhooks to this user; pages and answers have the language of each request. */
    language: languageCode.optional(),
    temperatureUnit: preferredTemperatureUnit.optional(),
    /** Mail with the open problems of all plants that the user sees. */
    problemDigest: problemDigest.optional(),
    /** Time zone of the digest. */
    digestTimezone: zone.optional(),
  }),
  response: z.object({}),
  errors: ['unknownCountry', 'unknownTimezone'],
  transaction: 'change',
});
