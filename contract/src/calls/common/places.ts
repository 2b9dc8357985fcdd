// common/places
import { z } from 'zod';
import { call } from '../../call.ts';
import { country, text } from '../../entities/parts.ts';

const place = z.object({
  /** Display text, in the requested language if available. */
  label: z.string(),
  countryCode: z.string(),
  /** ISO 3166-2; '' if unknown, as are the next three. */
  stateCode: z.string(),
  city: z.string(),
  zipCode: z.string(),
  street: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** `plants`: location of a plant that the session can access; `cities`: main city of a time zone, to about 10 km; `service`: geocoding service. */
  source: z.enum(['plants', 'cities', 'service']),
});

export const commonPlaces = call({
  summary:
    'Places that fit a written address: out of the plants one may see, the main places of time zones, and the map service that the operator has set up, if any.',
  access: { anyOf: ['SiteCreate', 'SiteUpdate'] },
  transaction: 'manual',
  changes: false,
  request: z.object({
    text: text(200, 2),
    /** Limits the search to this country. */
    country: country.optional(),
  }),
  response: z.object({
    list: z.array(place),
    /** Whether a geocoding service was used: there may be none, or it did not respond. */
    service: z.enum(['asked', 'none', 'failed']),
  }),
  errors: ['tooManyRequests'],
});
