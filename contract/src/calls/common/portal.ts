// common/portal
import { z } from 'zod';
import { call } from '../../call.ts';

export const commonPortal = call({
  summary: 'Brand, maintenance notice and the progress of the demonstration fleet.',
  access: 'public',
  request: z.object({}),
  response: z.object({
    brandId: z.number().int().min(0).max(13),
    maintenance: z.boolean(),
    /** Of the server, and behind "+" of the web client it serves: it differs when one of them does. */
    version: z.string(),
    /** Scheme and host to which this portal's calls go; "" for the host its page came from. */
    apiBase: z.string(),
    /** Where the pictures of maps come from, with {z}, {x} and {y}, and whose they are; null: maps show what ships. */
    mapTiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
    /** Whether the server asks a map service where an address is, when somebody searches for one. */
    asksGeocoder: z.boolean(),
    /** Whether it asks a weather service about the places of plants. */
    asksWeather: z.boolean(),
    /** Whether a service hears five digits of the hash of a password that somebody chooses. */
    asksStolenPasswords: z.boolean(),
    /** Whether it sends mails, by a mail server that the operator has named. */
    sendsMail: z.boolean(),
    /** Whether anybody may register: the brand is open, and there is a way to mail the code. */
    openRegistration: z.boolean(),
    /** Null when the server runs no demonstration. `done` of `total` device days are made. */
    demo: z
      .object({
        done: z.number().int(),
        total: z.number().int(),
        accounts: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
      })
      .nullable(),
  }),
  duringMaintenance: true,
  returnsSecret: true,
});
