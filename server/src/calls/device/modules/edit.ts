// device/modules/edit: sets the panels connected to the inputs of a device, and their pages.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { moduleRows } from '../../../installation/modules.ts';
import type { Handler } from '../../../platform/handler.ts';
import { writeModules } from '../../../roof/saveModules.ts';

export const deviceModulesEdit: Handler<'device/modules/edit'> = async ({ sid, sn, list }, caller) => {
  const { sql, session } = caller;
  await lockEditableSite(sql, session, sid);
  const [device] = await sql`select from devices where sid = ${sid} and sn = ${sn} and removed_at is null`;
  if (!device || !seesDevices(session)) throw new ApiError('deviceNotFound');
  const before = (await moduleRows(sql, sid, [sn])).get(sn) ?? [];
  await writeModules(
    sql,
    sid,
    list.map((module) => ({ sn, ...module })),
  );
  caller.noteAudit({ before: { sn, list: before }, after: { sn, list } });
  return {};
};
