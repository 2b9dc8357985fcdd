// site/updates: what the owner of a plant is asked before its devices are updated.

import { visibleSite } from '../../access/accessibleSite.ts';
import { controlSwitch } from '../../commands/controlRights.ts';
import { questionsOf, toldQuestions } from '../../firmware/consent/consentRequests.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteUpdates: Handler<'site/updates'> = async ({ sid }, caller) => {
  const { changeable, timezone } = await visibleSite(caller, sid);
  const { ownerId } = await controlSwitch(caller.sql, sid);
  const site = { sid, ownerId, timezone, isChangeable: changeable };
  return { list: await toldQuestions(caller, site, await questionsOf(caller.sql, sid)) };
};
