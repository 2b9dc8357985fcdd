// gateway/commands/answer: a second person approves or refuses a change, or it is withdrawn before it was sent.
import { Refusal } from '@heliograph/contract/errors.ts';
import { changeableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { answerCommand, answerLine, mayAnswer } from '../../../commands/answerCommand.ts';
import { lockedCommand } from '../../../commands/commandRows.ts';
import { presentCommands } from '../../../commands/presentCommands.ts';
import type { Handler } from '../../../platform/handler.ts';

export const gatewayCommandsAnswer: Handler<'gateway/commands/answer'> = async ({ sid, id, answer }, caller) => {
  const { sql, session, at } = caller;
  await changeableSite(sql, session, sid);
  const command = await lockedCommand(sql, { sid, id });
  if (!command || !seesDevices(session)) throw new Refusal('noSuchCommand');
  mayAnswer(session, answer);
  const after = await answerCommand(sql, session, command, answer, at);
  caller.noteAudit({ object: sid, ...answerLine(command, after) });
  const [told] = await presentCommands(caller, { sid, isChangeable: true }, [after]);
  return { command: told! };
};
