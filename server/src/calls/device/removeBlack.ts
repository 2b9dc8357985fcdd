// device/removeBlack: lifts the restriction of a serial number; reports received meanwhile are replayed.
import { ApiError } from '@heliograph/contract/errors.ts';
import { restrictNumber } from '../../devices/serialNumbers/restrictNumber.ts';
import { enqueueReplay } from '../../ingest/unclaimed/replayReports.ts';
import type { Handler } from '../../platform/handler.ts';

export const deviceRemoveBlack: Handler<'device/removeBlack'> = async ({ sn }, caller) => {
  const before = await restrictNumber(caller, sn, null);
  if (!before) throw new ApiError('deviceNotFound');
  const { sid, restrictedAt, reason } = before;
  if (restrictedAt === null) throw new ApiError('notRestricted', { sn });
  if (sid !== null) await enqueueReplay(caller.sql, sid, [sn], caller.at);
  caller.noteAudit({
    object: sid ?? sn,
    before: { sn, restricted: true, reason },
    after: { sn, restricted: false },
  });
  return {};
};
