// device/history/files/remove: deletes a file with its chunks; the job of an unfinished file stops at its next step.
import { ApiError } from '@heliograph/contract/errors.ts';
import type { Handler } from '../../../../platform/handler.ts';

export const deviceHistoryFilesRemove: Handler<'device/history/files/remove'> = async ({ id }, caller) => {
  const { sql, session } = caller;
  const [file] = await sql<{ sid: string; sn: string | null; name: string }[]>`
    delete from user_files where user_id = ${session.userId} and id = ${id} returning about_sid as sid, about_sn as sn, name`;
  if (!file) throw new ApiError('fileNotFound');
  caller.noteAudit({ object: file.sid, before: { sn: file.sn, id, name: file.name } });
  return {};
};
