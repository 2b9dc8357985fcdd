// Ends commands whose time is over, and takes devices back to their last confirmed values when nobody came back after a change.
import { OPEN_STEPS } from '@heliograph/contract/commands.ts';
import { lockSite } from '../access/lockSite.ts';
import { afterTime, type Command, mayHaveWritten } from '../commands/command.ts';
import { lockedCommand, moveCommand, writeEnd } from '../commands/commandRows.ts';
import { notifyQueue } from '../commands/notifyQueue.ts';
import { retryRollback } from '../commands/retryRollback.ts';
import { queueRollback } from '../commands/rollbackCommand.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { cancelOrphanedCommands } from './cancelOrphanedCommands.ts';

/** A device begins nothing after the end, but what it began before it may still be told. */
const GRACE_MS = 10_000;
const AT_ONCE = 500;
/** A gateway does one thing at a time: what waits behind a device that says nothing may wait so long for its turn. */
const TURN_MS = 6 * 3_600_000;

/** Gives how many ended. */
export async function endCommands(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock } = context;
  const at = clock.now();
  await cancelOrphanedCommands(context, signal);
  await retryRollback(context, signal);
  const due = await sql<Pick<Command, 'sid' | 'id'>[]>`
    select c.sid, c.id from commands c
    where (c.state = 'draft' and c.expires_at <= ${at})
      or (c.state = 'approved' and c.expires_at <= ${at} and (c.queued_at <= ${new Date(at.getTime() - TURN_MS)} or not exists (
        select from commands o where o.sid = c.sid and o.gateway_sn = c.gateway_sn and o.state in ('issued', 'accepted'))))
      or (c.state in ('issued', 'accepted') and c.expires_at <= ${new Date(at.getTime() - GRACE_MS)})
    order by c.expires_at limit ${AT_ONCE}`;
  for (const key of due) {
    if (signal?.aborted) break;
    await endOne(context, key, at);
  }
  return due.length;
}

async function endOne({ sql, nudges }: Context, key: Pick<Command, 'sid' | 'id'>, at: Date): Promise<void> {
  await sql.begin(async (begun) => {
    const tx = begun as Transaction;
    // First, as calls do: an owner who switches control off comes before, or finds the way back that is queued.
    await lockSite(tx, key.sid);
    const command = await lockedCommand(tx, key);
    if (!command || !(OPEN_STEPS as readonly string[]).includes(command.state) || command.expiresAt > at) return;
    const moved = afterTime(command, at, await isBusy(tx, command));
    // What held before a rule's limit may be more than the rule allows: it is told again instead.
    const goesBack = mayHaveWritten(command) && command.returns === null && command.byRule === null;
    await Promise.all([
      moveCommand(tx, command, moved),
      writeEnd(tx, { ...command, ...moved }, at),
      goesBack ? queueRollback(tx, command, at) : undefined,
      command.state === 'approved' ? undefined : letNextWait(tx, command, at),
    ]);
    await notifyQueue(tx, { sid: command.sid, sn: command.gatewaySn });
  });
  nudges.tell([key.sid]);
}

/** Whether its gateway does something else: what waits then is not waiting for the gateway. */
async function isBusy(tx: Transaction, { sid, id, gatewaySn }: Command): Promise<boolean> {
  const [other] = await tx`
    select from commands c where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state in ('issued', 'accepted') and c.id <> ${id} limit 1`;
  return other !== undefined;
}

/** What could not be sent because of it has its whole time from now on. */
async function letNextWait(tx: Transaction, { sid, gatewaySn }: Command, at: Date): Promise<void> {
  // An instant plus an interval depends on the session's zone, which a distributed update does not take.
  const end = tx`to_timestamp(${at.getTime() / 1000}::float8 + c.valid_s)`;
  await tx`
    update commands c set expires_at = ${end}
    where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.state = 'approved' and c.returns is null
      and c.queued_at > ${new Date(at.getTime() - TURN_MS)} and c.expires_at < ${end}`;
}
