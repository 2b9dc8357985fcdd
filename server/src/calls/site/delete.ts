// site/delete: deletes a plant; it cannot be undone.
import { deleteSite } from '../../changes/deleteSite.ts';
import type { Handler } from '../../handler.ts';
import { changeableSite } from '../../sql/changeableSite.ts';

export const siteDelete: Handler<'site/delete'> = async ({ sid }, caller) => {
  const { sql, session, at } = caller;
  const { name, companyId } = await changeableSite(sql, session, sid);
  const sn = await deleteSite(sql, sid, at);
  caller.noteAudit({ before: { name, companyId, sn } });
  return {};
};
