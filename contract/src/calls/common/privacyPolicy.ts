// common/privacyPolicy
import { z } from 'zod';
import { call } from '../../call.ts';

export const commonPrivacyPolicy = call({
  summary: "The brand's own privacy policy in the language of the request.",
  access: 'public',
  request: z.object({}),
  response: z.object({
    /** Plain text with line breaks; "": the portal's own policy applies. */
    text: z.string(),
  }),
  duringMaintenance: true,
});
