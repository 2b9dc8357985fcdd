// Settings of what a meter, a battery or an inverter measures where it is installed, and in which direction.
import type { MeterType, SETTABLE } from '@heliograph/contract/flows.ts';
import type { QuantityName } from '@heliograph/contract/measurements.ts';
import { FLOW_KINDS, type Kind } from '../families/kinds.ts';
import type { Day } from '../platform/calendar/rules/localDays.ts';
import type { Fragment, Sql, Transaction } from '../platform/database/connect.ts';
import { type MeterSetting, settingOn } from './rules/flowRoles.ts';
import { reversedQuantities } from './rules/reversedPolarity.ts';

type Settable = (typeof SETTABLE)[number];

const settingsOf = (sql: Sql | Transaction): Fragment =>
  sql`json_agg(json_build_object('validFrom', m.valid_from, 'role', m.role, 'reversed', m.reversed, 'batteryReversed', m.battery_reversed) order by m.valid_from)`;

/** SQL expression on `devices d`: an array of `MeterSetting` in the order of their days. */
export function meterSettings(sql: Sql | Transaction): Fragment {
  return sql`coalesce((select ${settingsOf(sql)} from meter_settings m where m.sid = d.sid and m.sn = d.sn), '[]')`;
}

/** Joins the same for all devices of a plant: `g` to `devices d`, with `settings` as text; null for devices without any, nearly all. */
export function joinMeterSettings(sql: Sql | Transaction): Fragment {
  return sql`left join (
    select m.sid, m.sn, ${settingsOf(sql)}::text as settings from meter_settings m group by m.sid, m.sn
  ) g on g.sid = d.sid and g.sn = d.sn`;
}

/**
 * SQL expression on `devices d` with its product `p`: for a battery, the first day on which the device it is connected to
 * reports battery flows; null for nearly all. A gateway reports none, a hybrid inverter its own; another inverter connected
 * to it has another battery.
 */
export function batteryMeasuredSince(sql: Sql | Transaction): Fragment {
  return sql`case when p.kind = 'battery' then (
    select min(t.first_day) from device_flow_spans t
    where t.sid = d.sid and t.sn = d.gateway_sn and t.flow in ('charge', 'discharge')) end`;
}

/** Returns a function from a day to the quantities whose sign changes, as the device was installed in reverse on it. */
export async function reversedOn(
  sql: Transaction,
  device: { sid: string; sn: string; kind: Kind },
): Promise<(day: Day) => ReadonlySet<QuantityName>> {
  const settable = settableOf(device.kind);
  const settings = settable === null ? [] : ((await readMeterSettings(sql, device))?.settings ?? []);
  return (day) => reversedQuantities(settable, settingOn(settings, day));
}

/** Returns null for a kind that measures nothing but production. */
function settableOf(kind: Kind): Settable | null {
  if (kind === 'meter' || kind === 'battery') return kind;
  return FLOW_KINDS.includes(kind) ? 'inverter' : null;
}

interface StoredSettings {
  meterType: MeterType | null;
  removed: boolean;
  settings: readonly MeterSetting[];
}

/** Reads the settings of a device; undefined: the plant, which the caller has found among the accessible ones, has no such device. */
export async function readMeterSettings(
  sql: Transaction,
  { sid, sn }: { sid: string; sn: string },
): Promise<(StoredSettings & { settable: Settable | null }) | undefined> {
  const [device] = await sql<(StoredSettings & { kind: Kind })[]>`
    select p.kind, d.meter_type, d.removed_at is not null as removed, ${meterSettings(sql)} as settings
    from devices d join products p on p.id = d.product_id where d.sid = ${sid} and d.sn = ${sn}`;
  if (!device) return undefined;
  const { kind, ...stored } = device;
  return { settable: settableOf(kind), ...stored };
}
