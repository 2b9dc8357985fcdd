// common/places
import { z } from 'zod';
import { call } from '../../call.ts';
import { country, text } from '../../entities/parts.ts';

const place = z.object({
  /** As it is shown, in the asked language as far as its source has it. */
  label: z.string(),
  countryCode: z.string(),
  /** ISO 3166-2; '' where it is not known, as are the next three. */
  stateCode: z.string(),
  city: z.string(),
  zipCode: z.string(),
  street: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** `plants`: where a plant that the session may see stands; `cities`: a zone's main place, to some 10 km; `service`: the map service. */
  source: z.enum(['plants', 'cities', 'service']),
});

export const commonPlaces = call({
  summary:
    'Places that fit a written address: out of the plants one may see, the main places of time zones, and the map service that the operator has set up, if any.',
  access: { anyOf: ['SiteCreate', 'SiteUpdate'] },
  transaction: 'own',
  changes: false,
  request: z.object({
    text: text(200, 2),
    /** Only within it. */
    country: country.optional(),
  }),
  response: z.object({
    list: z.array(place),
    /** Whether a map service was asked: there may be none, or it gave no answer. */
    service: z.enum(['asked', 'none', 'failed']),
  }),
  refusals: ['tooManyRequests'],
});
