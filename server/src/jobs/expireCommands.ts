// Ends expired commands, and rolls devices back to their last confirmed values when a change was not confirmed.
import { OPEN_STEPS } from '@heliograph/contract/commands.ts';
import { lockSite } from '../access/lockSite.ts';
import { afterExpiry, type Command, mayHaveWritten } from '../commands/command.ts';
import { auditEnd, lockCommand, updateCommand } from '../commands/commandRows.ts';
import { notifyQueue } from '../commands/notifyQueue.ts';
import { retryRollback } from '../commands/retryRollback.ts';
import { queueRollback } from '../commands/rollbackCommand.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { cancelOrphanedCommands } from './cancelOrphanedCommands.ts';

/** Time to wait after the expiry: a device starts nothing then, but may still report a command that it started before. */
const GRACE_MS = 10_000;
const BATCH_SIZE = 500;
/** Longest wait behind other commands of the same gateway, which executes one at a time. */
const MAX_WAIT_MS = 6 * 3_600_000;

/** Expires due commands and returns their number. */
export async function expireCommands(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock } = context;
  const at = clock.now();
  await cancelOrphanedCommands(context, signal);
  await retryRollback(context, signal);
  const due = await sql<Pick<Command, 'sid' | 'id'>[]>`
    select c.sid, c.id from commands c
    where (c.state = 'draft' and c.expires_at <= ${at})
      or (c.state = 'approved' and c.expires_at <= ${at} and (c.queued_at <= ${new Date(at.getTime() - MAX_WAIT_MS)} or not exists (
        select from commands o where o.sid = c.sid and o.gateway_sn = c.gateway_sn and o.state in ('issued', 'accepted'))))
      or (c.state in ('issued', 'accepted') and c.expires_at <= ${new Date(at.getTime() - GRACE_MS)})
    order by c.expires_at limit ${BATCH_SIZE}`;
  for (const key of due) {
    if (signal?.aborted) break;
    await expireCommand(context, key, at);
  }
  return due.length;
}

async function expireCommand({ sql, nudges }: Context, key: Pick<Command, 'sid' | 'id'>, at: Date): Promise<void> {
  await sql.begin(async (tx) => {
    // Locked first, as calls do: an owner who switches control off comes before, or finds the queued rollback.
    await lockSite(tx, key.sid);
    const command = await lockCommand(tx, key);
    if (!command || !(OPEN_STEPS as readonly string[]).includes(command.state) || command.expiresAt > at) return;
    const update = afterExpiry(command, at, await isBusy(tx, command));
    // The value before a rule's limit may exceed the rule: the limit is sent again instead.
    const needsRollback = mayHaveWritten(command) && command.returns === null && command.byRule === null;
    await Promise.all([
      updateCommand(tx, command, update),
      auditEnd(tx, { ...command, ...update }, at),
      needsRollback ? queueRollback(tx, command, at) : undefined,
      command.state === 'approved' ? undefined : extendNext(tx, command, at),
    ]);
    await notifyQueue(tx, { sid: command.sid, sn: command.gatewaySn });
  });
  nudges.publish([key.sid]);
}

/** Whether its gateway is executing another command. */
async function isBusy(tx: Transaction, { sid, id, gatewaySn }: Command): Promise<boolean> {
  const [other] = await tx`
    select from commands c where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state in ('issued', 'accepted') and c.id <> ${id} limit 1`;
  return other !== undefined;
}

/** Commands that could not be sent because of this one get their full validity from now on. */
async function extendNext(tx: Transaction, { sid, gatewaySn }: Command, at: Date): Promise<void> {
  // An instant plus an interval depends on the session's time zone, which a distributed update does not allow.
  const end = tx`to_timestamp(${at.getTime() / 1000}::float8 + c.valid_s)`;
  await tx`
    update commands c set expires_at = ${end}
    where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state = 'approved' and c.returns is null
      and c.queued_at > ${new Date(at.getTime() - MAX_WAIT_MS)} and c.expires_at < ${end}`;
}
