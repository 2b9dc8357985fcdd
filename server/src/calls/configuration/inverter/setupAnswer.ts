// configuration/inverter/setupAnswer: stops a bulk setup, or lets a second person answer all of its pending commands.
import { ApiError } from '@heliograph/contract/errors.ts';
import { editableSites } from '../../../access/accessibleSites.ts';
import { lockEditableSite } from '../../../access/lockSite.ts';
import { seesDevices } from '../../../access/pageModules.ts';
import { answerCommand, assertMayAnswer, auditAnswers } from '../../../commands/answerCommand.ts';
import { accessibleSetups, presentSetups, type Setup, setupColumns } from '../../../commands/bulkSetups.ts';
import type { Command } from '../../../commands/command.ts';
import { lockCommandIfFree } from '../../../commands/commandRows.ts';
import { beginChange } from '../../../platform/database/rlsSettings.ts';
import type { Handler } from '../../../platform/handler.ts';

export const configurationInverterSetupAnswer: Handler<'configuration/inverter/setupAnswer'> = async (
  { id, answer },
  caller,
) => {
  const { sql, session, at } = caller;
  const decision = answer === 'stop' ? 'withdraw' : answer;
  assertMayAnswer(session, decision);
  const condition = sql`u.id = ${id} and ${accessibleSetups(sql, session)}`;
  const [setup] = await sql<Setup[]>`select ${setupColumns(sql)} from inverter_setups u where ${condition}`;
  if (!setup || !seesDevices(session)) throw new ApiError('setupNotFound');
  if (decision !== 'withdraw') {
    if (setup.askedBy === session.userId) throw new ApiError('ownCommand');
    if (setup.companyId !== session.companyId) throw new ApiError('otherCompanysCommand');
  }
  const waiting = await sql<{ sid: string; id: string }[]>`
    select c.sid, c.id from commands c join sites s on s.sid = c.sid
    where c.setup_id = ${id} and ${editableSites(sql, session)}
      and (c.state = 'draft' or (${decision === 'withdraw'} and c.state = 'approved')) order by c.sid, c.id`;
  const answered: { before: Command; after: Command }[] = [];
  let lockedSid = '';
  for (const key of waiting) {
    try {
      if (key.sid !== lockedSid) await lockEditableSite(sql, session, key.sid);
      lockedSid = key.sid;
      // A command being sent right now is skipped.
      const command = await lockCommandIfFree(sql, key);
      if (!command) continue;
      answered.push({ before: command, after: await answerCommand(sql, session, command, decision, at) });
    } catch (error) {
      // Sent meanwhile, its device no longer accepts commands, or its plant was deleted or taken from this session: left unchanged.
      if (!(error instanceof ApiError)) throw error;
    }
  }
  if (answered.length === 0) throw new ApiError('commandEnded');
  await auditAnswers(caller, answered);
  const stoppedAt = decision === 'withdraw' ? (setup.stoppedAt ?? at) : setup.stoppedAt;
  await beginChange(sql, 'inverter_setups');
  if (stoppedAt !== setup.stoppedAt) await sql`update inverter_setups set stopped_at = ${stoppedAt} where id = ${id}`;
  caller.noteAudit({ object: `setup ${id}`, after: { answer, answered: answered.length } });
  const [presented] = await presentSetups(caller, [{ ...setup, stoppedAt }]);
  return { setup: presented!, answered: answered.length };
};
