// bdmPassword/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { page, sortBy, textFilter } from '../../entities/page.ts';
import { devices } from '../../pageModules.ts';

export const bdmPasswordList = call({
  summary: 'Who generated a password for which BDM device, when and why. One’s own; administrators see all.',
  access: { anyOf: ['GenerateBDMPassword'] },
  request: z.object({
    page: page.prefault({}),
    filters: z
      .object({
        /** A serial number's beginning, or part of an address or a purpose. */
        keywords: textFilter,
      })
      .prefault({}),
    sort: sortBy(['madeAt', 'sn']),
  }),
  response: z.object({
    list: devices(
      z.array(
        z.object({
          id: z.string(),
          sn: z.string(),
          /** The plant that it was in; '' for none, one that is gone, or one that the reader does not see any more. */
          siteName: z.string(),
          sid: z.string(),
          /** Who generated it, by the address that the account had then. */
          userEmail: z.string(),
          purpose: z.string(),
          /** UTC. */
          madeIso: z.string(),
          validUntilIso: z.string(),
        }),
      ),
      [],
    ),
    total: z.number().int(),
    /** Whether the operator has given the brand of the caller's company a secret to derive them from. */
    isSetUp: z.boolean(),
  }),
});
