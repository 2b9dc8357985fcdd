// Notifies every process that what it knows of a device has changed.
import { textArray } from './arrays.ts';
import type { Sql, Transaction } from './connect.ts';

/** Carries the numbers that changed, or '*': sent by triggers of the table of numbers and by every change of a device or a plant's location. */
export const REGISTRY_CHANNEL = 'heliograph_registry';

/** Where a device or how its reports are folded was changed, in the same transaction if there is one: all processes read it again. */
export async function notifyRegistry(tx: Sql | Transaction, sns: readonly string[]): Promise<void> {
  await tx`select pg_notify(${REGISTRY_CHANNEL}, sn) from (select unnest(${textArray(sns)}::text::text[]) as sn) n`;
}

/** The same of every device: what all devices of a product are read by has changed. */
export async function notifyRegistryOfAll(tx: Transaction): Promise<void> {
  await tx`select pg_notify(${REGISTRY_CHANNEL}, '*')`;
}
