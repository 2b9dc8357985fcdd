// bdmPassword/list
import { z } from 'zod';
import { call } from '../../call.ts';
import { page, sortBy, textFilter } from '../../entities/page.ts';

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
    list: z.array(
      z.object({
        id: z.string(),
        sn: z.string(),
        /** The plant that it was in; '' for none, or for a role that is told of no devices' plants. */
        siteName: z.string(),
        sid: z.string(),
        /** Who generated it; '' when that account is gone. */
        userEmail: z.string(),
        purpose: z.string(),
        /** UTC. */
        madeIso: z.string(),
        validUntilIso: z.string(),
      }),
    ),
    total: z.number().int(),
    /** Whether the operator has given the brand of the caller's company a secret to derive them from. */
    isSetUp: z.boolean(),
  }),
});
