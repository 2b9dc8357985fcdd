// Stored layout of a plant: its version and photo, its zones, and the positions of modules in them.

import type { LayoutZone } from '@heliograph/contract/entities/layout.ts';
import { emailById } from '../access/namedPeople.ts';
import type { ModuleRow } from '../installation/modules.ts';
import { plainArray, textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';

export interface StoredLayout {
  /** 0 without a layout. */
  version: number;
  changedAt: Date | null;
  changedBy: string;
  /** Metres per pixel of the photo. */
  scale: number;
  photo: { name: string; width: number; height: number; x: number; y: number; opacity: number } | null;
}

/** Metres per pixel of a photo that has not been scaled: a wide one is then some 20 m wide. */
const DEFAULT_SCALE = 0.01;

/** Reads the layout of a plant; the caller has checked access to it. */
export async function readLayout(sql: Transaction, sid: string): Promise<StoredLayout> {
  const [row] = await sql<
    {
      version: number;
      changedAt: Date;
      changedBy: number | null;
      scale: number;
      name: string | null;
      width: number | null;
      height: number | null;
      x: number;
      y: number;
      opacity: number;
    }[]
  >`
    select l.version, l.changed_at, l.changed_by, l.photo_scale as scale, p.name, p.width, p.height,
      l.photo_x_m as x, l.photo_y_m as y, l.photo_opacity as opacity
    from layouts l left join layout_photos p on p.sid = l.sid and p.name = l.photo
    where l.sid = ${sid}`;
  if (!row) return { version: 0, changedAt: null, changedBy: '', scale: DEFAULT_SCALE, photo: null };
  const { version, changedAt, changedBy, scale, name, width, height, x, y, opacity } = row;
  const photo = name === null ? null : { name, width: width!, height: height!, x, y, opacity };
  return { version, changedAt, changedBy: await emailById(sql, changedBy), scale, photo };
}

/** Reads zones by number; `rows`: module settings of the plant. */
export async function readZones(
  sql: Transaction,
  sid: string,
  rows: ReadonlyMap<string, readonly ModuleRow[]>,
): Promise<LayoutZone[]> {
  const zones = await sql<Omit<LayoutZone, 'modules'>[]>`
    select zone as id, name, x_m as x, y_m as y, rotation_deg as rotation, tilt_deg as tilt, azimuth_deg as azimuth, orientation,
      row_count as rows, column_count as columns
    from zones where sid = ${sid} order by zone`;
  const placed = Map.groupBy([...rows.values()].flat(), ({ zone }) => zone);
  return zones.map((zone) => ({
    ...zone,
    modules: (placed.get(zone.id) ?? []).map(({ sn, input, zoneRow, zoneColumn }) => ({
      sn,
      input,
      row: zoneRow!,
      column: zoneColumn!,
    })),
  }));
}

/** Replaces all zones of a plant, after the caller has validated them. */
export async function writeZones(sql: Transaction, sid: string, zones: readonly LayoutZone[]): Promise<void> {
  await sql`update modules set zone = null, zone_row = null, zone_column = null where sid = ${sid} and zone is not null`;
  await sql`delete from zones where sid = ${sid}`;
  for (const { id, name, x, y, rotation, tilt, azimuth, orientation, rows, columns } of zones) {
    await sql`
      insert into zones (sid, zone, name, x_m, y_m, rotation_deg, tilt_deg, azimuth_deg, orientation, row_count, column_count)
      values (${sid}, ${id}, ${name}, ${x}, ${y}, ${rotation}, ${tilt}, ${azimuth}, ${orientation}, ${rows}, ${columns})`;
  }
  await writePlaces(
    sql,
    sid,
    zones.flatMap(({ id, modules }) => modules.map((module) => ({ ...module, zone: id }))),
  );
}

export interface ModulePosition {
  sn: string;
  input: number;
  zone: number;
  row: number;
  column: number;
}

/** Writes positions of modules; the cells are free and their zones exist. */
export async function writePlaces(sql: Transaction, sid: string, places: readonly ModulePosition[]): Promise<void> {
  if (places.length === 0) return;
  const numbers = (read: (place: ModulePosition) => number) => plainArray(places.map(read));
  await sql`
    insert into modules (sid, sn, input, zone, zone_row, zone_column)
    select ${sid}, g.* from (
      select unnest(${textArray(places.map(({ sn }) => sn))}::text::text[]) as sn,
        unnest(${numbers(({ input }) => input)}::text::smallint[]) as input, unnest(${numbers(({ zone }) => zone)}::text::int[]) as zone,
        unnest(${numbers(({ row }) => row)}::text::smallint[]) as zone_row, unnest(${numbers(({ column }) => column)}::text::smallint[]) as zone_column
    ) g
    on conflict (sid, sn, input) do update set zone = excluded.zone, zone_row = excluded.zone_row, zone_column = excluded.zone_column`;
}

/** Removes the modules of these devices from the layout, which frees their cells; returns the former positions. */
export async function clearPlaces(sql: Transaction, sid: string, sns: readonly string[]): Promise<ModulePosition[]> {
  const places = await sql<ModulePosition[]>`
    select sn, input, zone, zone_row as row, zone_column as column from modules
    where sid = ${sid} and zone is not null and sn in (select unnest(${textArray(sns)}::text::text[]))`;
  if (places.length > 0)
    await sql`
      update modules set zone = null, zone_row = null, zone_column = null
      where sid = ${sid} and zone is not null and sn in (select unnest(${textArray(sns)}::text::text[]))`;
  return places;
}
