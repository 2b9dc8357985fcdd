// gateway/commands/answer: a second person approves or refuses a change, or it is withdrawn before it was sent.
import { Refusal } from '@heliograph/contract/errors.ts';
import { answerCommand, answerLine, mayAnswer } from '../../../commands/answerCommand.ts';
import { lockedCommand } from '../../../commands/rows.ts';
import { toldCommands } from '../../../commands/told.ts';
import type { Handler } from '../../../handler.ts';
import { changeableSite } from '../../../sql/changeableSite.ts';
import { seesDevices } from '../../../wire/pageModules.ts';

export const gatewayCommandsAnswer: Handler<'gateway/commands/answer'> = async ({ sid, id, answer }, caller) => {
  const { sql, session, at } = caller;
  await changeableSite(sql, session, sid);
  const command = await lockedCommand(sql, { sid, id });
  if (!command || !seesDevices(session)) throw new Refusal('noSuchCommand');
  mayAnswer(session, answer);
  const after = await answerCommand(sql, session, command, answer, at);
  caller.noteAudit({ object: sid, ...answerLine(command, after) });
  const [told] = await toldCommands(caller, { sid, isChangeable: true }, [after]);
  return { command: told! };
};
