// Reads the data entered about a plant's modules, and their pages.
import type { Quantities } from '@heliograph/contract/measurements.ts';
import { devicesWithLive, type LiveDevice, liveDevice } from '../live/withLive.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Sql, Transaction } from '../platform/database/connect.ts';
import type { Input, OrientationOverride } from './rules/orientation.ts';

/** Values entered for the module itself and for its zone; null: as its device. */
export interface ModuleRow extends OrientationOverride {
  sn: string;
  input: Input;
  page: number | null;
  pageName: string;
  label: string;
  product: string;
  peakPowerW: number | null;
  stringNumber: number | null;
  /** Its zone in the layout; null: none. */
  zone: number | null;
  zoneName: string;
  zoneRow: number | null;
  zoneColumn: number | null;
}

/** Returns modules by serial number, in the order of inputs, of all devices of the plant or of these. The caller has found the plant among the accessible ones. */
export async function moduleRows(
  sql: Sql | Transaction,
  sid: string,
  sns?: readonly string[],
): Promise<Map<string, ModuleRow[]>> {
  const which = sns ? sql`and m.sn in (select unnest(${textArray(sns)}::text::text[]))` : sql``;
  const rows = await sql<ModuleRow[]>`
    select m.sn, m.input, g.page, coalesce(g.name, '') as page_name, m.label, m.product, m.peak_power_w, m.string_number,
      m.tilt_deg, m.azimuth_deg, m.orientation, z.zone, coalesce(z.name, '') as zone_name, m.zone_row, m.zone_column,
      z.tilt_deg as zone_tilt_deg, z.azimuth_deg as zone_azimuth_deg, z.orientation as zone_orientation
    from modules m left join module_pages g on g.sid = m.sid and g.page = m.page
      left join zones z on z.sid = m.sid and z.zone = m.zone
    where m.sid = ${sid} ${which} order by m.sn, m.input`;
  return Map.groupBy(rows, ({ sn }) => sn);
}

export interface ModulePage {
  page: number;
  name: string;
  place: number;
}

/** Returns the module pages in their order. */
export async function modulePages(sql: Transaction, sid: string): Promise<ModulePage[]> {
  return await sql<ModulePage[]>`select page, name, place from module_pages where sid = ${sid} order by place, page`;
}

/** A device with the values from which its modules are presented. */
export interface DeviceWithModules extends LiveDevice {
  sn: string;
  alias: string;
  model: number;
  modelName: string;
  /** 0: the device reports how many. */
  inputs: number;
  phases: number;
  ratedPowerW: number;
  frameProfile: string | null;
  stringNumber: number | null;
  tiltDeg: number | null;
  azimuthDeg: number | null;
  orientation: 'portrait' | 'landscape' | null;
  quantities: Quantities;
}

/** Returns all devices of a plant, which the caller has found among the accessible ones, by string and serial number; without released devices. */
export async function devicesWithModules(sql: Sql | Transaction, sid: string, at: Date): Promise<DeviceWithModules[]> {
  return await sql<DeviceWithModules[]>`
    select d.sn, d.alias, p.model, p.name as model_name, p.inputs, p.phases, p.rated_power_w, p.frame_profile,
      d.string_number, d.tilt_deg, d.azimuth_deg, d.orientation, coalesce(l.quantities, '{}') as quantities,
      ${liveDevice(sql, at)}
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and d.removed_at is null
    order by d.string_number, d.sn`;
}
