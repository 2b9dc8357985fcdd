// site/delete: deletes a plant; this cannot be undone.

import { lockEditableSite } from '../../access/lockSite.ts';
import { deleteSite } from '../../plants/deletion/deleteSite.ts';
import type { Handler } from '../../platform/handler.ts';

export const siteDelete: Handler<'site/delete'> = async ({ sid }, caller) => {
  const { sql, session, at } = caller;
  const { name, companyId } = await lockEditableSite(sql, session, sid);
  const sn = await deleteSite(sql, sid, at);
  caller.noteAudit({ before: { name, companyId, sn } });
  return {};
};
