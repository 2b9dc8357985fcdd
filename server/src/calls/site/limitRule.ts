// site/limitRule: the rule that limits a plant's output, with the current limit and its reason.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { presentRule } from '../../commands/limitRules/limitRuleRows.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteLimitRule: Handler<'site/limitRule'> = async ({ sid }, caller) =>
  await presentRule(caller, await accessibleSite(caller, sid));
