// Retries unanswered rollbacks hours later, as devices sleep at night and their gateway must be free for other commands meanwhile.
import { ROLLBACK_RETRY_S } from '@heliograph/contract/commands.ts';
import { lockSite } from '../access/lockSite.ts';
import type { Context } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { commandColumns } from './commandRows.ts';
import { queueRollback } from './rollbackCommand.ts';

const BATCH_SIZE = 100;

/** A condition on unanswered rollbacks that no later command for the same parameters has replaced. */
const unanswered = (sql: Sql | Transaction, at: Date) => sql`
  c.returns is not null and (c.state = 'expired' or (c.state = 'failed' and c.reason in ('notReachable', 'expired')))
  and c.ended_at <= ${new Date(at.getTime() - ROLLBACK_RETRY_S * 1000)} and to_timestamp(extract(epoch from c.asked_at) + c.valid_s) > ${at}
  and not exists (
    select from commands n where n.sid = c.sid and n.sn = c.sn and n.asked_at > c.asked_at and n.action <> 'read'
      and jsonb_exists_any(n.parameters, array(select jsonb_object_keys(c.parameters))))`;

export async function retryRollback({ sql, clock, nudges }: Context, signal?: AbortSignal): Promise<void> {
  const at = clock.now();
  const due = await sql<Pick<Command, 'sid' | 'id'>[]>`
    select c.sid, c.id from commands c join sites s on s.sid = c.sid and s.control_off_at is null
      join devices d on d.sid = c.sid and d.sn = c.sn and d.removed_at is null
    where ${unanswered(sql, at)} order by c.ended_at limit ${BATCH_SIZE}`;
  for (const { sid, id } of due) {
    if (signal?.aborted) return;
    await sql.begin(async (tx) => {
      // Locked first, as calls do, to serialize servers and users who change the same values.
      await lockSite(tx, sid);
      const [command] = await tx<Command[]>`
        select ${commandColumns(tx)} from commands c where c.sid = ${sid} and c.id = ${id} and ${unanswered(tx, at)}`;
      if (command) await queueRollback(tx, command, at);
    });
    nudges.publish([sid]);
  }
}
