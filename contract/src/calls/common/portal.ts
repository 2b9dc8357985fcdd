// common/portal
import { z } from 'zod';
import { call } from '../../call.ts';
import { portalBrand } from '../../entities/brand.ts';

export const commonPortal = call({
  summary: 'Brand, maintenance notice and the progress of the demonstration fleet.',
  access: 'public',
  request: z.object({}),
  response: z.object({
    brandId: z.number().int().min(0).max(13),
    brand: portalBrand,
    maintenance: z.boolean(),
    /** Version of the server, and behind "+" that of the web client it serves: changes when either does. */
    version: z.string(),
    /** Scheme and host for calls to this portal; "" for the host of the page. */
    apiBase: z.string(),
    /** URL of map tiles with {z}, {x} and {y}, and their attribution; null: maps use built-in data. */
    mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
    /** Whether the address search uses a geocoding service. */
    asksGeocoder: z.boolean(),
    /** Whether a weather service is used for the locations of plants. */
    asksWeather: z.boolean(),
    /** Whether five digits of the hash of a chosen password are sent to a service for stolen passwords. */
    asksStolenPasswords: z.boolean(),
    /** Whether the server sends mails: through a mail server configured by the operator, or to `mailPath` of a demo. */
    sendsMail: z.boolean(),
    /** Whether anybody may register: the brand is open, and codes can be mailed. */
    openRegistration: z.boolean(),
    /** Null if the server runs no demo. `done` of `total` device-days have been generated. */
    demo: z
      .object({
        done: z.number().int(),
        total: z.number().int(),
        accounts: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
        /** Path of the page with the mails of the demo, for browsers on its own machine; null: a mail server sends them. */
        mailPath: z.string().nullable(),
      })
      .nullable(),
  }),
  duringMaintenance: true,
  returnsSecret: true,
});
