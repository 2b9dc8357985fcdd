// Devices of a plant in a file of all its samples.
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { inTableOrder } from '../families/chartLines.ts';
import { columnsOf, type SayingDevice } from '../families/families.ts';
import { devicesWithLive } from '../live/withLive.ts';
import { type Day, dayStartMs } from '../platform/calendar/rules/localDays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';

export interface PlantDevice extends SayingDevice {
  sn: string;
  alias: string;
  modelName: string;
}

/**
 * Returns the devices of a plant by serial number, without gateways, which measure nothing themselves; with `start`, of
 * the removed ones only those that were removed on that day or later. Access must have been checked before.
 */
export async function plantDevices(
  sql: Sql | Transaction,
  { sid, timezone }: { sid: string; timezone: string },
  start?: Day,
): Promise<PlantDevice[]> {
  const removedSince =
    start === undefined ? sql`true` : sql`d.removed_at >= ${new Date(dayStartMs(start, timezone))}::timestamptz`;
  return await sql<PlantDevice[]>`
    select d.sn, d.alias, p.name as model_name, p.frame_profile, p.inputs, coalesce(l.quantities, '{}') as quantities
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and p.kind <> 'gateway' and (d.removed_at is null or ${removedSince})
    order by d.sn collate "C"`;
}

/** Returns the quantities that any of the devices reports. */
export const columnsOfAll = (devices: readonly SayingDevice[]): QuantityName[] =>
  inTableOrder(devices.flatMap(columnsOf));

/** Returns the devices with these serial numbers; all if there are none. */
export const chosenDevices = (devices: readonly PlantDevice[], sns: readonly string[]): readonly PlantDevice[] =>
  sns.length === 0 ? devices : devices.filter(({ sn }) => sns.includes(sn));
