// site/updates: consent requests to the owner of a plant for firmware updates.

import { accessibleSite } from '../../access/accessibleSite.ts';
import { readControlSwitch } from '../../commands/controlRights.ts';
import { presentConsentRequests, questionsOf } from '../../firmware/consent/consentRequests.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteUpdates: Handler<'site/updates'> = async ({ sid }, caller) => {
  const { changeable, timezone } = await accessibleSite(caller, sid);
  const { ownerId } = await readControlSwitch(caller.sql, sid);
  const site = { sid, ownerId, timezone, isChangeable: changeable };
  return { list: await presentConsentRequests(caller, site, await questionsOf(caller.sql, sid)) };
};
