// device/modules/page/edit: renames a module page or changes its position.

import { lockModulePages } from '../../../../access/lockModulePages.ts';
import { plainArray } from '../../../../platform/database/arrays.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const deviceModulesPageEdit: Handler<'device/modules/page/edit'> = async (request, caller) => {
  const { sid, page, name, place } = request;
  const { sql } = caller;
  const { pages, find, checkName } = await lockModulePages(caller, sid);
  const before = find(page);
  if (name !== undefined) {
    checkName(name, page);
    await sql`update module_pages set name = ${name} where sid = ${sid} and page = ${page}`;
  }
  if (place !== undefined) {
    const order = pages.filter((each) => each !== before).map((each) => each.page);
    order.splice(place - 1, 0, page);
    await sql`
      update module_pages p set place = g.place
      from (
        select unnest(${plainArray(order)}::text::int[]) as page, unnest(${plainArray(order.map((_, n) => n + 1))}::text::int[]) as place
      ) g
      where p.sid = ${sid} and p.page = g.page`;
  }
  caller.noteAudit({ before: { ...before }, after: { page, name, place } });
  return {};
};
