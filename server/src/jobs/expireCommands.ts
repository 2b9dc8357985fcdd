// Ends expired commands, and rolls devices back to their last confirmed values when a change was not confirmed.
import { OPEN_STEPS } from '@heliograph/contract/commands.ts';
import { lockSite } from '../access/lockSite.ts';
import { extendWaiting, MAX_WAIT_MS } from '../commands/claimCommands.ts';
import { afterExpiry, type Command, mayHaveWritten } from '../commands/command.ts';
import { auditEnd, lockCommand, updateCommand } from '../commands/commandRows.ts';
import { TURN_MS } from '../commands/nextCommands.ts';
import { notifyQueue } from '../commands/notifyQueue.ts';
import { retryRollback } from '../commands/retryRollback.ts';
import { queueRollback } from '../commands/rollbackCommand.ts';
import type { Context } from '../context.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { cancelOrphanedCommands } from './cancelOrphanedCommands.ts';

/** Time to wait after the expiry: a device starts nothing then, but may still report a command that it started before. */
const GRACE_MS = 10_000;
const BATCH_SIZE = 500;

/** Expires due commands and returns their number. */
export async function expireCommands(context: Context, signal?: AbortSignal): Promise<number> {
  const { sql, clock } = context;
  const at = clock.now();
  await cancelOrphanedCommands(context, signal);
  await retryRollback(context, signal);
  const due = await sql<Pick<Command, 'sid' | 'id'>[]>`
    select c.sid, c.id from commands c
    where (c.state = 'draft' and c.expires_at <= ${at})
      or (c.state = 'approved' and c.expires_at <= ${at} and (coalesce(c.starts_at, c.queued_at) <= ${new Date(at.getTime() - MAX_WAIT_MS)} or not exists (
        select from commands o where o.sid = c.sid and o.gateway_sn = c.gateway_sn and ${holdsBack(sql, at)})))
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
      command.state === 'approved' ? undefined : extendWaiting(tx, [{ sid: command.sid, sn: command.gatewaySn }], at),
    ]);
    await notifyQueue(tx, { sid: command.sid, sn: command.gatewaySn });
  });
  nudges.publish([key.sid]);
}

/** Whether command `o` holds back `c`, which waits behind it: as its device's earlier one, or for the same time as `turnEndMs`. */
const holdsBack = (sql: Sql, at: Date): Fragment => sql`
  o.state in ('issued', 'accepted') and (o.sn = c.sn or o.issued_at > ${new Date(at.getTime() - TURN_MS)}
    or (o.action = 'update' and o.state = 'accepted' and o.step = 'write'))`;

/** Whether its gateway is connected and was executing other commands meanwhile. */
async function isBusy(tx: Transaction, { sid, id, gatewaySn, queuedAt }: Command): Promise<boolean> {
  const [gateway] = await tx`
    select from gateways g where g.sn = ${gatewaySn} and g.sid = ${sid} and g.online and exists (
      select from commands c where c.sid = ${sid} and c.gateway_sn = ${gatewaySn} and c.id <> ${id} and c.issued_at is not null
        and coalesce(c.ended_at > ${queuedAt}, true))`;
  return gateway !== undefined;
}
