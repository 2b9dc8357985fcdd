// gateway/control: the owner switches remote control of the plant off or on; what waits is not sent any more, and what was sent not again. Without an owner who manages its company switches on, after a wait.
import { Refusal } from '@heliograph/contract/errors.ts';
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
    const from = isOff ? null : await companyMayEnableFrom(sql, session, sid, before);
    if (from === null) throw new Refusal('ownerSwitchesControl');
    if (at < from) throw new Refusal('controlWaits', { day: localDay(from.getTime(), before.timezone) });
  }
  // Off is the safe side: nobody is kept from it.
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
