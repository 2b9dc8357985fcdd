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
        /** Prefix of a serial number, or part of an email address or purpose. */
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
          /** The plant of the device; '' for none, a deleted one, or one that the user can no longer access. */
          siteName: z.string(),
          sid: z.string(),
          /** User who generated it, by the account's address at that time. */
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
    /** Whether the operator configured a secret for the brand of the user's company. */
    isSetUp: z.boolean(),
  }),
});
