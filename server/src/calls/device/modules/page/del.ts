// device/modules/page/del: deletes a module page; its modules stay.

import { lockModulePages } from '../../../../access/lockModulePages.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { deleteDefaultModules } from '../../../../roof/saveModules.ts';

export const deviceModulesPageDel: Handler<'device/modules/page/del'> = async ({ sid, page }, caller) => {
  const { sql } = caller;
  const { find } = await lockModulePages(caller, sid);
  const { name } = find(page);
  const { count } = await sql`update modules set page = null where sid = ${sid} and page = ${page}`;
  await sql`delete from module_pages where sid = ${sid} and page = ${page}`;
  await deleteDefaultModules(sql, sid);
  caller.noteAudit({ before: { page, name, modules: count } });
  return { count };
};
