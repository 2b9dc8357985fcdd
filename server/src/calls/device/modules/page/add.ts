// device/modules/page/add: adds a module page to a plant.
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_MODULE_PAGES } from '@heliograph/contract/limits.ts';
import { lockModulePages } from '../../../../access/lockModulePages.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const deviceModulesPageAdd: Handler<'device/modules/page/add'> = async ({ sid, name }, caller) => {
  const { pages, checkName } = await lockModulePages(caller, sid);
  if (pages.length >= MAX_MODULE_PAGES) throw new ApiError('tooManyModulePages', { most: MAX_MODULE_PAGES });
  checkName(name);
  const page = Math.max(0, ...pages.map((each) => each.page)) + 1;
  const place = Math.max(0, ...pages.map((each) => each.place)) + 1;
  await caller.sql`insert into module_pages (sid, page, name, place) values (${sid}, ${page}, ${name}, ${place})`;
  caller.noteAudit({ after: { page, name } });
  return { page };
};
