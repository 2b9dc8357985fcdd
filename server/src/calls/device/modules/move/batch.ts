// device/modules/move/batch: moves modules to another page of their plant.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../../access/lockSite.ts';
import { seesDevices } from '../../../../access/pageModules.ts';
import { modulePages } from '../../../../installation/modules.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { writeModules } from '../../../../roof/saveModules.ts';

export const deviceModulesMoveBatch: Handler<'device/modules/move/batch'> = async ({ sid, page, list }, caller) => {
  const { sql, session } = caller;
  await lockEditableSite(sql, session, sid);
  const [first] = list;
  if (!seesDevices(session)) throw new ApiError('moduleNotFound', { sn: first!.sn, input: first!.input });
  const pages = await modulePages(sql, sid);
  if (page !== 0 && !pages.some((each) => each.page === page)) throw new ApiError('modulePageNotFound');
  // Removes duplicates.
  const modules = [...new Map(list.map((module) => [`${module.sn} ${module.input}`, module])).values()];
  await writeModules(
    sql,
    sid,
    modules.map((module) => ({ ...module, page: page === 0 ? null : page })),
  );
  caller.noteAudit({ after: { page, modules: modules.map(({ sn, input }) => `${sn}_${input}`) } });
  return { count: modules.length };
};
