// gateway/control: switches remote control of the plant off or on by its owner; when off, queued commands are not sent and sent ones are not retried. Without an owner, the manager of its company can switch it on after a waiting period.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../access/lockSite.ts';
import {
  assertMayControl,
  companyMayEnableFrom,
  controlState,
  ownsSite,
  readControlSwitch,
} from '../../commands/controlRights.ts';
import { stopCommandsOfSite } from '../../commands/stopCommands.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Handler } from '../../platform/handler.ts';

export const gatewayControl: Handler<'gateway/control'> = async ({ sid, isOff }, { sql, session, at, noteAudit }) => {
  await lockEditableSite(sql, session, sid);
  const before = await readControlSwitch(sql, sid);
  const isOwner = ownsSite(session, before);
  if (!isOwner) {
    const allowedFrom = isOff ? null : await companyMayEnableFrom(sql, session, sid, before);
    if (allowedFrom === null) throw new ApiError('ownerSwitchesControl');
    if (at < allowedFrom) throw new ApiError('controlWaits', { day: localDay(allowedFrom.getTime(), before.timezone) });
  }
  // Switching off is safe, so it needs no second factor.
  if (!isOff) assertMayControl(session);
  const wasOff = before.offAt !== null;
  const offAt = isOff ? (before.offAt ?? at) : null;
  await sql`
    update sites set control_off_at = ${offAt}, control_off_by = ${isOff ? session.userId : null} where sid = ${sid}`;
  const ended = isOff ? await stopCommandsOfSite(sql, sid, at) : [];
  noteAudit({
    before: { isOff: wasOff },
    after: { isOff, ...(isOwner ? {} : { withoutOwner: true }), ...(ended.length > 0 ? { ended } : {}) },
  });
  return { control: controlState(session, { ...before, offAt }, true) };
};
