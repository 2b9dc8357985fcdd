// site/limitRule: the rule by which a plant's output is limited, what holds by it now, and why.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { presentRule } from '../../commands/limitRules/limitRuleRows.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteLimitRule: Handler<'site/limitRule'> = async ({ sid }, caller) =>
  await presentRule(caller, await accessibleSite(caller, sid));
