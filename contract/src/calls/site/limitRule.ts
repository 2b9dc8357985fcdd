// site/limitRule
import { z } from 'zod';
import { call } from '../../call.ts';
import { limitRuleView } from '../../entities/limitRule.ts';
import { sid } from '../../entities/parts.ts';

export const siteLimitRule = call({
  summary:
    'The rule by which the portal limits what a plant feeds in, the limit that holds by it now and why, and how many devices hold it.',
  access: { anyOf: ['PvPlant', 'Devices'] },
  request: z.object({ sid }),
  response: limitRuleView,
  errors: ['siteNotFound'],
});
