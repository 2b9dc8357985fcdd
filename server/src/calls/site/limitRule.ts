// site/limitRule: the rule by which a plant's output is limited, what holds by it now, and why.

import { visibleSite } from '../../access/accessibleSite.ts';
import { toldRule } from '../../commands/limitRules/limitRuleRows.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteLimitRule: Handler<'site/limitRule'> = async ({ sid }, caller) =>
  await toldRule(caller, await visibleSite(caller, sid));
