// site/updates: what the owner of a plant is asked before its devices are updated.
import { controlSwitch } from '../../commands/control.ts';
import { questionsOf, toldQuestions } from '../../commands/updateQuestions.ts';
import type { Handler } from '../../handler.ts';
import { visibleSite } from '../../sql/visibleSite.ts';

export const siteUpdates: Handler<'site/updates'> = async ({ sid }, caller) => {
  const { changeable, timezone } = await visibleSite(caller, sid);
  const { ownerId } = await controlSwitch(caller.sql, sid);
  const site = { sid, ownerId, timezone, isChangeable: changeable };
  return { list: await toldQuestions(caller, site, await questionsOf(caller.sql, sid)) };
};
