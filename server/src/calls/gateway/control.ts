// gateway/control: the owner switches remote control of the plant off or on; what waits is not sent any more.
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { controlState, controlSwitch, mustControl, ownsSite } from '../../commands/control.ts';
import type { Handler } from '../../handler.ts';
import { changeableSite } from '../../sql/changeableSite.ts';

const REASON: CommandEnding = 'controlOff';

export const gatewayControl: Handler<'gateway/control'> = async ({ sid, isOff }, { sql, session, at, noteAudit }) => {
  await changeableSite(sql, session, sid);
  const before = await controlSwitch(sql, sid);
  if (!ownsSite(session, before)) throw new Refusal('ownerSwitchesControl');
  // Off is the safe side: nobody is kept from it.
  if (!isOff) mustControl(session);
  const wasOff = before.offAt !== null;
  const offAt = isOff ? (before.offAt ?? at) : null;
  await sql`
    update sites set control_off_at = ${offAt}, control_off_by = ${isOff ? session.userId : null} where sid = ${sid}`;
  const stopped = isOff
    ? await sql<{ id: string }[]>`
        update commands set state = 'failed', reason = ${REASON}, ended_at = ${at}
        where sid = ${sid} and state in ('draft', 'approved') returning id`
    : [];
  const ended = stopped.map(({ id }) => id);
  noteAudit({ before: { isOff: wasOff }, after: { isOff, ...(ended.length > 0 ? { ended } : {}) } });
  return { control: controlState(session, { ...before, offAt }, true) };
};
