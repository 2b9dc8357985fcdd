// Requests a file of samples from a job: identical requests share one file, within each user's limits.
import { randomUUID } from 'node:crypto';
import type { HistoryFormat } from '@heliograph/contract/entities/historyFiles.ts';
import { ApiError } from '@heliograph/contract/errors.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import type { CallContext } from '../context.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import { countAttempt } from '../platform/limits/rateLimits.ts';
import { checkWaiting, FILE_LIMITS, MAX_FILES, MAX_RUNNING, notifyFile } from './userFiles.ts';

export interface FileRequest {
  sid: string;
  /** Null: devices of the plant. */
  sn: string | null;
  /** Chosen devices of the plant, sorted; empty: all. */
  sns: string[];
  deviceCount: number;
  start: Day;
  end: Day;
  /** Days of all devices together. */
  days: number;
  format: HistoryFormat;
  /** In table order; empty: all, including those that the devices begin to report before the job runs. */
  quantities: QuantityName[];
  name: string;
}

/** Returns the ID of the file. Access to its devices must have been checked before. */
export async function requestFile(request: FileRequest, caller: CallContext): Promise<{ id: string }> {
  const { context, sql, session, at, language } = caller;
  const { sid, sn, sns, deviceCount, start, end, days, format, name } = request;
  const { userId, companyId } = session;
  const quantities: string[] = request.quantities;
  const findPending = async () =>
    await sql<{ id: string }[]>`
      select id::text as id from user_files
      where user_id = ${userId} and about_sid = ${sid} and about_sn is not distinct from ${sn}::text and sns = ${sns} and start_day = ${start} and end_day = ${end}
        and format = ${format} and language = ${language} and quantities = ${quantities} and state in ('waiting', 'running')`;
  const [same] = await findPending();
  if (same) return same;

  const [usage] = await sql<{ underWay: number; total: number; bytes: number }[]>`
    select (count(*) filter (where ends_at is null))::int as under_way, count(*)::int as total, coalesce(sum(bytes), 0)::int8 as bytes
    from user_files where user_id = ${userId} and (ends_at is null or ends_at > ${at})`;
  if (usage!.underWay >= MAX_RUNNING) throw new ApiError('tooManyFiles', { most: MAX_RUNNING });
  if (usage!.total >= MAX_FILES || usage!.bytes >= FILE_LIMITS.bytesUser) throw new ApiError('filesFull');
  // Files of other users are not visible to this transaction.
  await checkWaiting(context.sql, companyId);
  await countAttempt(context, 'downloads', userId, days);
  const id = randomUUID();
  const { count } = await sql`
    insert into user_files (user_id, company_id, id, about_sid, about_sn, sns, device_count, start_day, end_day, format, quantities, language, name, asked_at, days)
    values (${userId}, ${companyId}, ${id}, ${sid}, ${sn}, ${sns}, ${deviceCount}, ${start}, ${end}, ${format}, ${quantities}, ${language}, ${name}, ${at}, ${days})
    on conflict do nothing`;
  if (count === 0) {
    // A concurrent identical request won and has been waited for; its file may be finished already.
    const [other] = await findPending();
    if (!other) throw new ApiError('tooManyFiles', { most: MAX_RUNNING });
    return other;
  }
  await notifyFile(sql, { userId, id });
  caller.noteAudit({ object: sid, after: { sn, ...(sns.length > 0 && { sns }), id, start, end, format, quantities } });
  return { id };
}
