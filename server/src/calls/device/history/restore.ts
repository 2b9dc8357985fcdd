// device/history/restore: restores a range removed from a device's history.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableDevice } from '../../../access/lockDevice.ts';
import { notifyRegistry } from '../../../platform/database/registryChannel.ts';
import { enqueueJob } from '../../../platform/database/siteJobs.ts';
import type { Handler } from '../../../platform/handler.ts';

export const deviceHistoryRestore: Handler<'device/history/restore'> = async ({ sid, sn, id }, caller) => {
  const { sql, session, at } = caller;
  await lockEditableDevice(caller, { sid, sn });
  const { count } = await sql`
    update history_removals set state = 'restoring', restored_at = ${at}, restored_by = ${session.userId}
    where sid = ${sid} and sn = ${sn} and id = ${id} and state = 'removed'`;
  if (count === 0) throw new ApiError('notRestorable');
  await sql`update device_live set version = version + 1, fold = fold + 1 where sid = ${sid} and sn = ${sn}`;
  await notifyRegistry(sql, [sn]);
  await enqueueJob(sql, sid, 'moveHistory', at);
  caller.noteAudit({ after: { sn, id } });
  return {};
};
