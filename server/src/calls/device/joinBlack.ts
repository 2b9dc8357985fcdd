// device/joinBlack: restricts a serial number with a reason; repeating it replaces the reason.
import { restrictNumber } from '../../devices/serialNumbers/restrictNumber.ts';
import type { Handler } from '../../platform/handler.ts';

export const deviceJoinBlack: Handler<'device/joinBlack'> = async ({ sn, reason }, caller) => {
  const before = await restrictNumber(caller, sn, reason);
  caller.noteAudit({
    object: before?.sid ?? sn,
    before: { sn, restricted: before !== undefined && before.restrictedAt !== null, reason: before?.reason ?? '' },
    after: { sn, restricted: true, reason },
  });
  return {};
};
