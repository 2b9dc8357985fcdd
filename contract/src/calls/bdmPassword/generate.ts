// bdmPassword/generate
import { z } from 'zod';
import { call } from '../../call.ts';
import { oneOf, sn, text } from '../../entities/parts.ts';
import { BDM_PASSWORD_MINUTES, BDM_PURPOSE, MAX_BDM_PASSWORDS } from '../../limits.ts';

export const bdmPasswordGenerate = call({
  summary:
    'Passwords that open BDM devices for a while, derived from their numbers, the time and the operator’s secret; shown this once. Of devices in plants that the session may change; administrators may name any that is registered.',
  access: { anyOf: ['GenerateBDMPassword'] },
  request: z.object({
    sn: z.array(sn).min(1).max(MAX_BDM_PASSWORDS),
    /** Reason, kept in the list of generated passwords. */
    purpose: text(BDM_PURPOSE.longest, BDM_PURPOSE.shortest),
    /** Minimum validity; it may last up to twice as long. */
    minutes: oneOf(...BDM_PASSWORD_MINUTES),
  }),
  response: z.object({
    list: z.array(z.object({ sn: z.string(), password: z.string() })),
    /** UTC. Devices accept the passwords until then. */
    validUntilIso: z.string(),
  }),
  errors: ['serialNumberFailed', 'siteReadOnly', 'noBdmPassword', 'noBdmSecret', 'tooManyRequests'],
  transaction: 'change',
  returnsSecret: true,
});
