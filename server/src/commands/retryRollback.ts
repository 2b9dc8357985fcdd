// A way back that nobody answered is told again, hours later: its device sleeps at night, or is away for a while. In between its gateway is free for others.
import { RETURN_AGAIN_S } from '@heliograph/contract/commands.ts';
import { lockSite } from '../access/lockSite.ts';
import type { Context } from '../context.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Command } from './command.ts';
import { columns } from './commandRows.ts';
import { queueRollback } from './rollbackCommand.ts';

const AT_ONCE = 100;

/** Those that nothing has followed which says of the same values what they are to be. */
const unheard = (sql: Sql | Transaction, at: Date) => sql`
  c.returns is not null and (c.state = 'expired' or (c.state = 'failed' and c.reason in ('notReachable', 'expired')))
  and c.ended_at <= ${new Date(at.getTime() - RETURN_AGAIN_S * 1000)} and to_timestamp(extract(epoch from c.asked_at) + c.valid_s) > ${at}
  and not exists (
    select from commands n where n.sid = c.sid and n.sn = c.sn and n.asked_at > c.asked_at and n.action <> 'read'
      and jsonb_exists_any(n.parameters, array(select jsonb_object_keys(c.parameters))))`;

export async function retryRollback({ sql, clock, nudges }: Context, signal?: AbortSignal): Promise<void> {
  const at = clock.now();
  const due = await sql<Pick<Command, 'sid' | 'id'>[]>`
    select c.sid, c.id from commands c join sites s on s.sid = c.sid and s.control_off_at is null
      join devices d on d.sid = c.sid and d.sn = c.sn and d.removed_at is null
    where ${unheard(sql, at)} order by c.ended_at limit ${AT_ONCE}`;
  for (const { sid, id } of due) {
    if (signal?.aborted) return;
    await sql.begin(async (begun) => {
      const tx = begun as Transaction;
      // First, as calls do: of two servers, or a server and a person who asks for something else, one comes after the other.
      await lockSite(tx, sid);
      const [command] = await tx<Command[]>`
        select ${columns(tx)} from commands c where c.sid = ${sid} and c.id = ${id} and ${unheard(tx, at)}`;
      if (command) await queueRollback(tx, command, at);
    });
    nudges.tell([sid]);
  }
}
