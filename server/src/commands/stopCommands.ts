// Ends or halts commands of a plant when its owner switches control off or devices leave it, in the transaction of the call.
import type { CommandEnding } from '@heliograph/contract/commands.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { type Command, mayHaveWritten } from './command.ts';
import { commandColumns } from './commandRows.ts';
import { notifyQueue } from './notifyQueue.ts';
import { queueRollback } from './rollbackCommand.ts';

/**
 * Ends commands that have not been sent. Those already sent are not resent, only read back, as the device may have received
 * them. An update, which is never read back, is marked as halted: its file is no longer served. Returns the ids of the ended
 * commands.
 */
export async function stopCommandsOfSite(sql: Transaction, sid: string, at: Date): Promise<string[]> {
  const ended = await sql<{ id: string }[]>`
    update commands set state = 'failed', reason = ${'controlOff' satisfies CommandEnding}, ended_at = ${at}
    where sid = ${sid} and state in ('draft', 'approved') returning id`;
  const halted = await sql<{ gatewaySn: string }[]>`
    update commands set step = 'read', tries = 0, tried_at = null,
      reason = case when action = 'update' then ${'controlOff' satisfies CommandEnding} else reason end
    where sid = ${sid} and state in ('issued', 'accepted') and step = 'write' and action <> 'read' returning gateway_sn`;
  for (const { gatewaySn } of halted) await notifyQueue(sql, { sid, sn: gatewaySn });
  return ended.map(({ id }) => id);
}

/**
 * Ends all open commands of devices that leave the plant, and of devices attached to a gateway that leaves. Remaining devices
 * may hold unconfirmed values: they are rolled back through their next gateway. Returns the ids of the ended commands.
 */
export async function stopCommandsOfDevices(
  sql: Transaction,
  { sid, at }: { sid: string; at: Date },
  sns: readonly string[],
): Promise<string[]> {
  const leaving = sql`(select unnest(${textArray(sns)}::text::text[]))`;
  const ended = await sql<Command[]>`
    update commands c set state = 'failed', reason = ${'deviceLeft' satisfies CommandEnding}, ended_at = ${at}
    where c.sid = ${sid} and c.state in ('draft', 'approved', 'issued', 'accepted') and (c.sn in ${leaving} or c.gateway_sn in ${leaving})
    returning ${commandColumns(sql)}`;
  for (const command of ended)
    if (!sns.includes(command.sn) && needsRollback(command)) await queueRollback(sql, command, at, sns);
  // The next command of each gateway can now be sent.
  for (const sn of new Set(ended.map(({ gatewaySn }) => gatewaySn))) await notifyQueue(sql, { sid, sn });
  return ended.map(({ id }) => id);
}

/** Whether it is a rollback or a command that was sent; rules resend their limits themselves. */
const needsRollback = ({ action, byRule, returns, issuedAt }: Command): boolean =>
  byRule === null && (returns !== null || mayHaveWritten({ action, state: issuedAt === null ? 'approved' : 'issued' }));
