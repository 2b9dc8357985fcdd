// device/deleteHistory: removes days from a device's history; a job moves the samples and recomputes its energies.
import { randomUUID } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableDevice } from '../../access/lockDevice.ts';
import { dayEndMs, dayStartMs } from '../../platform/calendar/rules/localDays.ts';
import { notifyRegistry } from '../../platform/database/registryChannel.ts';
import { enqueueJob } from '../../platform/database/siteJobs.ts';
import type { Handler } from '../../platform/handler.ts';

/** Each removal splits the aggregation of the device's energies, which is read with each of its reports. */
const MAX_REMOVALS = 100;

export const deviceDeleteHistory: Handler<'device/deleteHistory'> = async (request, caller) => {
  const { sid, sn, start, end = start, reason } = request;
  const { sql, session, at } = caller;
  if (end < start) throw new ApiError('timeReversed');
  const { timezone } = await lockEditableDevice(caller, { sid, sn });
  const from = new Date(dayStartMs(start, timezone));
  if (from >= at) throw new ApiError('notYet');
  const to = new Date(Math.min(at.getTime(), dayEndMs(end, timezone)));
  const [removals] = await sql<{ count: number }[]>`
    select count(*)::int as count from history_removals where sid = ${sid} and sn = ${sn} and state <> 'restored'`;
  if (removals!.count >= MAX_REMOVALS) throw new ApiError('removalsFull', { most: MAX_REMOVALS });
  const id = randomUUID();
  await sql`
    insert into history_removals (sid, sn, id, start_day, end_day, from_at, to_at, reason, removed_at, removed_by)
    values (${sid}, ${sn}, ${id}, ${start}, ${end}, ${from}, ${to}, ${reason}, ${at}, ${session.userId})`;
  // From now on no energy is aggregated across the gap.
  await sql`update device_live set version = version + 1, fold = fold + 1 where sid = ${sid} and sn = ${sn}`;
  await notifyRegistry(sql, [sn]);
  await enqueueJob(sql, sid, 'moveHistory', at);
  caller.noteAudit({ after: { sn, id, start, end, reason } });
  return { id };
};
