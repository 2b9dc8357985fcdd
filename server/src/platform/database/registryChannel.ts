// Notifies every process that its registry entry of a device has changed.
import { textArray } from './arrays.ts';
import type { Sql, Transaction } from './connect.ts';

/** Channel with the changed serial numbers, or '*': notified by triggers of the table of numbers and by every change of a device or a plant's location. */
export const REGISTRY_CHANNEL = 'heliograph_registry';

/** Makes all processes reread these devices. Call it when a device or the aggregation of its reports was changed, in the same transaction if there is one. */
export async function notifyRegistry(tx: Sql | Transaction, sns: readonly string[]): Promise<void> {
  await tx`select pg_notify(${REGISTRY_CHANNEL}, sn) from (select unnest(${textArray(sns)}::text::text[]) as sn) n`;
}

/** Makes all processes reread every device, after a change of the profile by which all devices of a product are read. */
export async function notifyRegistryOfAll(tx: Transaction): Promise<void> {
  await tx`select pg_notify(${REGISTRY_CHANNEL}, '*')`;
}
