// Ends updates by what a gateway announces: a device is updated when it is told to run what was to be installed.
import type { Context } from '../context.ts';
import type { Transaction } from '../db/connect.ts';
import { afterAnnounce } from './command.ts';
import { lockedCommand, moveCommand, writeEnd } from './rows.ts';
import { tellQueue } from './tellQueue.ts';

export async function confirmUpdates(
  { sql, clock, nudges }: Pick<Context, 'sql' | 'clock' | 'nudges'>,
  { sid, sn }: { sid: string; sn: string },
  versions: ReadonlyMap<string, string>,
): Promise<void> {
  // Of a gateway one command is under way at most; most announces find none.
  const open = await sql<{ id: string }[]>`
    select c.id from commands c
    where c.sid = ${sid} and c.gateway_sn = ${sn} and c.state in ('issued', 'accepted') and c.action = 'update'`;
  for (const { id } of open) {
    const at = clock.now();
    const isOver = await sql.begin(async (begun) => {
      const tx = begun as Transaction;
      const command = await lockedCommand(tx, { sid, id, gatewaySn: sn });
      const reported = command && versions.get(command.sn);
      const moved = command && reported !== undefined && afterAnnounce(command, reported, at);
      if (!moved) return false;
      await writeEnd(tx, await moveCommand(tx, command, moved), at);
      await tellQueue(tx, { sid, sn });
      return true;
    });
    if (isOver) nudges.tell([sid]);
  }
}
