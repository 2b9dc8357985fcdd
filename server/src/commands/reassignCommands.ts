// What waits for devices goes along with them to another gateway of their plant, which has announced them, or waits for one.

import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';
import { notifyQueue } from './notifyQueue.ts';

/** What was sent to the former one is its own to answer, or ends there. */
export async function reassignCommands(
  tx: Transaction,
  gateway: { sid: string; sn: string },
  sns: readonly string[],
): Promise<void> {
  const { sid, sn } = gateway;
  const moved = await tx`
    update commands set gateway_sn = ${sn}
    where sid = ${sid} and sn in (select unnest(${textArray(sns)}::text::text[])) and state in ('draft', 'approved') and gateway_sn <> ${sn}`;
  if (moved.count > 0) await notifyQueue(tx, gateway);
}
