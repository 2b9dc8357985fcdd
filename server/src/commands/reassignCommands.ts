// Moves waiting commands of devices to the gateway they are now attached to.
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { notifyQueue } from './notifyQueue.ts';

/** Leaves commands that were already sent with the former gateway, which answers them or lets them expire. */
export async function reassignCommands(
  tx: Transaction,
  gateway: { sid: string; sn: string },
  sns: readonly string[],
): Promise<void> {
  const { sid, sn } = gateway;
  const { count } = await tx`
    update commands set gateway_sn = ${sn}
    where sid = ${sid} and sn in (select unnest(${textArray(sns)}::text::text[])) and state in ('draft', 'approved') and gateway_sn <> ${sn}`;
  if (count > 0) await notifyQueue(tx, gateway);
}
