// Lists that forms choose from, and what a browser must know before anyone signs in.
import { z } from 'zod';
import { call } from '../call.ts';
import { amount, country, text } from '../entities/parts.ts';

export const commonCalls = {
  'common/portal': call({
    summary: 'Brand, maintenance notice and the progress of the demonstration fleet.',
    access: 'public',
    request: z.object({}),
    response: z.object({
      brandId: z.number().int().min(0).max(13),
      maintenance: z.boolean(),
      version: z.string(),
      /** Scheme and host to which this portal's calls go; "" for the host its page came from. */
      apiBase: z.string(),
      /** Null when the server runs no demonstration. `done` of `total` device days are made. */
      demo: z
        .object({
          done: z.number().int(),
          total: z.number().int(),
          accounts: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
        })
        .nullable(),
    }),
  }),
  'common/lan': call({
    summary: 'The languages of the interface.',
    access: 'public',
    request: z.object({}),
    response: z.object({
      list: z.array(z.object({ title: z.string(), webCode: z.string(), code: z.number().int() })),
    }),
  }),
  'common/country': call({
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
  }),
  'common/state': call({
    summary: 'States or regions of a country (ISO 3166-2).',
    access: 'public',
    request: z.object({ country }),
    response: z.object({ list: z.array(z.object({ code: z.string(), name: z.string() })) }),
    refusals: ['unknownCountry'],
  }),
  'common/timezone': call({
    summary: 'IANA time zones with their offset now, those of the country first when one is given.',
    access: 'public',
    request: z.object({ country: country.optional() }),
    response: z.object({ list: z.array(z.object({ code: z.string(), name: z.string(), offset: z.string() })) }),
  }),
  'common/currency': call({
    summary: 'Currencies (ISO 4217).',
    access: 'public',
    request: z.object({}),
    response: z.object({ list: z.array(z.object({ code: z.string(), name: z.string(), symbol: z.string() })) }),
  }),
  'common/addressInfo': call({
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
    refusals: ['unknownCountry'],
  }),
  'common/getHardwareValid': call({
    summary: 'Whether serial numbers are well formed, free and allowed: asked before they are added to a plant.',
    access: { anyOf: ['SiteCreate', 'SiteUpdate', 'DeviceRegister'] },
    request: z.object({ sn: z.union([text(40), z.array(text(40)).max(200)]) }),
    response: z.object({
      list: z.array(z.object({ sn: z.string(), valid: z.boolean(), reason: z.string() })),
    }),
    refusals: ['tooManyRequests'],
  }),
} as const;
