// device/history/files/ask: requests a file of a device's samples, built by a job; identical requests share one file.
import { randomUUID } from 'node:crypto';
import { ApiError } from '@heliograph/contract/errors.ts';
import { MAX_FILE_DAYS } from '@heliograph/contract/limits.ts';
import { accessibleDevice } from '../../../../access/accessibleDevice.ts';
import { assertHasBegun } from '../../../../energy/charts/chartPeriods.ts';
import { localDay } from '../../../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../../../platform/handler.ts';
import { countAttempt } from '../../../../platform/limits/rateLimits.ts';
import { daysOfFile, nameOfFile, namesOfFile } from '../../../../readings/historyFile.ts';
import { FILE_LIMITS, MAX_FILES, MAX_RUNNING, notifyFile } from '../../../../readings/userFiles.ts';

export const deviceHistoryFilesAsk: Handler<'device/history/files/ask'> = async (request, caller) => {
  const { context, sql, session, at, language } = caller;
  const { start, end = start, format } = request;
  const days = daysOfFile({ start, end });
  if (days > MAX_FILE_DAYS) throw new ApiError('rangeTooLong', { days: MAX_FILE_DAYS });
  const device = await accessibleDevice(caller, request);
  assertHasBegun(start, localDay(at.getTime(), device.timezone));
  const { sid, sn } = device;
  // Empty means all quantities, including those the device begins to report before the job runs.
  const quantities = request.quantities.length === 0 ? [] : namesOfFile(device, request.quantities);
  const { userId } = session;
  const findPending = async () =>
    await sql<{ id: string }[]>`
      select id::text as id from user_files
      where user_id = ${userId} and about_sid = ${sid} and about_sn = ${sn} and start_day = ${start} and end_day = ${end}
        and format = ${format} and language = ${language} and quantities = ${quantities as string[]} and state in ('waiting', 'running')`;
  const [same] = await findPending();
  if (same) return same;

  const [usage] = await sql<{ underWay: number; total: number; bytes: number }[]>`
    select (count(*) filter (where ends_at is null))::int as under_way, count(*)::int as total, coalesce(sum(bytes), 0)::int8 as bytes
    from user_files where user_id = ${userId} and (ends_at is null or ends_at > ${at})`;
  if (usage!.underWay >= MAX_RUNNING) throw new ApiError('tooManyFiles', { most: MAX_RUNNING });
  if (usage!.total >= MAX_FILES || usage!.bytes >= FILE_LIMITS.bytesUser) throw new ApiError('filesFull');
  await countAttempt(context, 'downloads', userId, days);
  const id = randomUUID();
  const { count } = await sql`
    insert into user_files (user_id, id, about_sid, about_sn, start_day, end_day, format, quantities, language, name, asked_at, days)
    values (${userId}, ${id}, ${sid}, ${sn}, ${start}, ${end}, ${format}, ${quantities as string[]}, ${language},
      ${nameOfFile(sn, { start, end, format })}, ${at}, ${days})
    on conflict do nothing`;
  if (count === 0) {
    // A concurrent identical request won and has been waited for; its file may be finished already.
    const [other] = await findPending();
    if (!other) throw new ApiError('tooManyFiles', { most: MAX_RUNNING });
    return other;
  }
  await notifyFile(sql, { userId, id });
  caller.noteAudit({ object: sid, after: { sn, id, start, end, format, quantities } });
  return { id };
};
