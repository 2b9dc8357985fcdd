// Ends or halts commands of a plant whose owner has switched control off, or whose devices leave: in the transaction of the call.
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { type Command, mayHaveWritten } from './command.ts';
import { columns } from './commandRows.ts';
import { notifyQueue } from './notifyQueue.ts';
import { queueRollback } from './rollbackCommand.ts';

/**
 * What has not been sent ends. What has been is not sent again, as the device may not have heard it: from now on it is only
 * asked what it holds. An update, which nobody asks, says that it was halted: its file is not there any more. Gives the ids of
 * those that ended.
 */
export async function stopByVeto(sql: Transaction, sid: string, at: Date): Promise<string[]> {
  const ended = await sql<{ id: string }[]>`
    update commands set state = 'failed', reason = ${'controlOff' satisfies CommandEnding}, ended_at = ${at}
    where sid = ${sid} and state in ('draft', 'approved') returning id`;
  const asked = await sql<{ gatewaySn: string }[]>`
    update commands set step = 'read', tries = 0, tried_at = null,
      reason = case when action = 'update' then ${'controlOff' satisfies CommandEnding} else reason end
    where sid = ${sid} and state in ('issued', 'accepted') and step = 'write' and action <> 'read' returning gateway_sn`;
  for (const { gatewaySn } of asked) await notifyQueue(sql, { sid, sn: gatewaySn });
  return ended.map(({ id }) => id);
}

/**
 * Of devices that leave the plant, and of what hangs on a gateway that leaves: nobody is told, or asked, any more. What stays may
 * hold what nobody has confirmed: it goes back, by way of whatever it hangs on from now on. Gives the ids of those that ended.
 */
export async function stopOfDevices(
  sql: Transaction,
  { sid, at }: { sid: string; at: Date },
  sns: readonly string[],
): Promise<string[]> {
  const gone = sql`(select unnest(${textArray(sns)}::text::text[]))`;
  const ended = await sql<Command[]>`
    update commands c set state = 'failed', reason = ${'deviceLeft' satisfies CommandEnding}, ended_at = ${at}
    where c.sid = ${sid} and c.state in ('draft', 'approved', 'issued', 'accepted') and (c.sn in ${gone} or c.gateway_sn in ${gone})
    returning ${columns(sql)}`;
  for (const command of ended)
    if (!sns.includes(command.sn) && goesBack(command)) await queueRollback(sql, command, at, sns);
  // What waits behind it goes on.
  for (const sn of new Set(ended.map(({ gatewaySn }) => gatewaySn))) await notifyQueue(sql, { sid, sn });
  return ended.map(({ id }) => id);
}

/** Of one that has ended so: a way back, or what was sent. What a rule tells, it tells again. */
const goesBack = ({ action, byRule, returns, issuedAt }: Command): boolean =>
  byRule === null && (returns !== null || mayHaveWritten({ action, state: issuedAt === null ? 'approved' : 'issued' }));
