// gateway/commands/answer: approves or rejects a command as a second person, or withdraws it before it is sent.
import { ApiError } from '@heliograph/contract/errors.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { answerAuditLine, answerCommand, assertMayAnswer } from '../../../commands/answerCommand.ts';
import { lockCommand } from '../../../commands/commandRows.ts';
import { presentCommands } from '../../../commands/presentCommands.ts';
import type { Handler } from '../../../platform/handler.ts';

export const gatewayCommandsAnswer: Handler<'gateway/commands/answer'> = async ({ sid, id, answer }, caller) => {
  const { sql, session, at } = caller;
  await lockEditableSite(sql, session, sid);
  const command = await lockCommand(sql, { sid, id });
  if (!command || !seesDevices(session)) throw new ApiError('commandNotFound');
  assertMayAnswer(session, answer);
  const after = await answerCommand(sql, session, command, answer, at);
  caller.noteAudit({ object: sid, ...answerAuditLine(command, after) });
  const [presented] = await presentCommands(caller, { sid, isChangeable: true }, [after]);
  return { command: presented! };
};
