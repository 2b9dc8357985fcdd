// gateway/commands/answer: a second person approves or refuses a change, or it is withdrawn before it was sent.
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { Refusal } from '@heliograph/contract/errors.ts';
import { mustStillFit } from '../../../commands/ask.ts';
import type { Command } from '../../../commands/command.ts';
import { controlSwitch, mustControl } from '../../../commands/control.ts';
import { lockedCommand } from '../../../commands/rows.ts';
import { tellQueue } from '../../../commands/tellQueue.ts';
import { isSecondPerson, toldCommands } from '../../../commands/told.ts';
import type { Handler } from '../../../handler.ts';
import { changeableSite } from '../../../sql/changeableSite.ts';
import { seesDevices } from '../../../wire/pageModules.ts';

export const gatewayCommandsAnswer: Handler<'gateway/commands/answer'> = async ({ sid, id, answer }, caller) => {
  const { sql, session, at } = caller;
  await changeableSite(sql, session, sid);
  const command = await lockedCommand(sql, { sid, id });
  if (!command || !seesDevices(session)) throw new Refusal('noSuchCommand');
  if (!session.permissions.has(answer === 'withdraw' ? 'DeviceControl' : 'ControlApprove'))
    throw new Refusal('forbidden');
  mustControl(session);
  const isWaiting = command.state === 'draft' || (answer === 'withdraw' && command.state === 'approved');
  if (!isWaiting) throw new Refusal('commandEnded');
  if (answer !== 'withdraw') {
    // A program is no second person.
    if (session.api !== null) throw new Refusal('needsSecondFactor');
    if (command.askedBy === session.userId) throw new Refusal('ownCommand');
    if (!isSecondPerson(session, command)) throw new Refusal('otherCompanysCommand');
  }
  const answered = { ...command, answeredBy: session.userId, answeredAt: at };
  let after: Command;
  if (answer === 'approve') {
    if ((await controlSwitch(sql, sid)).offAt) throw new Refusal('controlIsOff');
    await mustStillFit(sql, command);
    const expiresAt = new Date(at.getTime() + command.validS * 1000);
    after = { ...answered, state: 'approved', queuedAt: at, expiresAt };
  } else {
    const reason: CommandEnding = answer === 'refuse' ? 'notWanted' : 'withdrawn';
    after = { ...answered, state: 'failed', reason, endedAt: at };
  }
  const { state, reason, answeredBy, answeredAt, queuedAt, endedAt, expiresAt } = after;
  await sql`
    update commands set state = ${state}, reason = ${reason}, answered_by = ${answeredBy}, answered_at = ${answeredAt},
      queued_at = ${queuedAt}, ended_at = ${endedAt}, expires_at = ${expiresAt}
    where sid = ${sid} and id = ${id}`;
  await tellQueue(sql, { sid, sn: command.gatewaySn });
  const { sn, parameters, before } = command;
  caller.noteAudit({
    object: sid,
    before: { command: id, state: command.state, values: before },
    after: { command: id, sn, state, ...(reason === '' ? {} : { reason }), asked: parameters },
  });
  const [told] = await toldCommands(caller, { sid, isChangeable: true }, [after]);
  return { command: told! };
};
