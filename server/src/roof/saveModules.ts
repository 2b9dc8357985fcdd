// Writes module settings of a plant: given fields replace stored ones, missing fields stay, and modules without settings have no row.
import { ApiError } from '@heliograph/contract/errors.ts';
import { type Kind, mayHaveInput } from '../families/kinds.ts';
import { type ModuleRow, moduleRows } from '../installation/modules.ts';
import type { Input } from '../installation/rules/orientation.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';

/** A change of a module's settings; null: the device's default, and for `page`: no page. */
export interface ModuleChange {
  sn: string;
  input: number;
  page?: number | null | undefined;
  label?: string | undefined;
  product?: string | undefined;
  peakPower?: number | null | undefined;
  stringNumber?: number | null | undefined;
  tilt?: number | null | undefined;
  azimuth?: number | null | undefined;
  orientation?: 'portrait' | 'landscape' | null | undefined;
}

const BATCH_SIZE = 200;

/** Returns the module settings of these devices in the form that `writeModules` accepts, for another plant or device. */
export async function moduleSettingsOf(sql: Transaction, sid: string, sns: readonly string[]): Promise<ModuleChange[]> {
  return [...(await moduleRows(sql, sid, sns)).values()]
    .flat()
    .map(({ sn, input, page, label, product, peakPowerW, stringNumber, tiltDeg, azimuthDeg, orientation }) => ({
      sn,
      input,
      page,
      label,
      product,
      stringNumber,
      orientation,
      peakPower: peakPowerW,
      tilt: tiltDeg,
      azimuth: azimuthDeg,
    }));
}

type Row = Omit<ModuleRow, 'pageName' | `zone${string}`>;

/** Refuses modules that are not inputs of the plant's devices. */
export async function requireModules(
  sql: Transaction,
  sid: string,
  list: readonly { sn: string; input: number }[],
): Promise<void> {
  const sns = [...new Set(list.map(({ sn }) => sn))];
  const devices = await sql<{ sn: string; kind: Kind; inputs: number }[]>`
    select d.sn, p.kind, p.inputs from devices d join products p on p.id = d.product_id
    where d.sid = ${sid} and d.removed_at is null and d.sn in (select unnest(${textArray(sns)}::text::text[]))`;
  const bySn = new Map(devices.map((device) => [device.sn, device]));
  const missing = list.find(({ sn, input }) => {
    const device = bySn.get(sn);
    return !device || !mayHaveInput(device.kind, device.inputs, input);
  });
  if (missing) throw new ApiError('moduleNotFound', { sn: missing.sn, input: missing.input });
}

/** Writes module settings of a plant that the session may change. Refuses inputs that its devices do not have, and orientations that differ from the module's zone; then nothing is written. */
export async function writeModules(sql: Transaction, sid: string, list: readonly ModuleChange[]): Promise<void> {
  if (list.length === 0) return;
  await requireModules(sql, sid, list);
  const before = await moduleRows(
    sql,
    sid,
    list.map(({ sn }) => sn),
  );
  const after = list.map((change) => {
    const row = before.get(change.sn)?.find(({ input }) => input === change.input);
    refuseOtherThanZone(row, change);
    return changed(row, change);
  });
  for (let from = 0; from < after.length; from += BATCH_SIZE) {
    const values = after
      .slice(from, from + BATCH_SIZE)
      .map(
        ({ sn, input, page, label, product, peakPowerW, stringNumber, tiltDeg, azimuthDeg, orientation }) =>
          sql`(${sid}, ${sn}, ${input}, ${page}, ${label}, ${product}, ${peakPowerW}, ${stringNumber}, ${tiltDeg}, ${azimuthDeg}, ${orientation})`,
      )
      .reduce((all, row) => sql`${all}, ${row}`);
    await sql`
      insert into modules (sid, sn, input, page, label, product, peak_power_w, string_number, tilt_deg, azimuth_deg, orientation)
      values ${values}
      on conflict (sid, sn, input) do update set page = excluded.page, label = excluded.label, product = excluded.product,
        peak_power_w = excluded.peak_power_w, string_number = excluded.string_number, tilt_deg = excluded.tilt_deg,
        azimuth_deg = excluded.azimuth_deg, orientation = excluded.orientation`;
  }
  await deleteDefaultModules(sql, sid);
}

/** Refuses an orientation that differs from the module's zone, as it would have no visible effect. */
function refuseOtherThanZone(row: ModuleRow | undefined, { sn, input, ...change }: ModuleChange): void {
  if (!row) return;
  const differs =
    (row.zoneTiltDeg !== null && (change.tilt ?? row.zoneTiltDeg) !== row.zoneTiltDeg) ||
    (row.zoneAzimuthDeg !== null && (change.azimuth ?? row.zoneAzimuthDeg) !== row.zoneAzimuthDeg) ||
    (row.zoneOrientation !== null && (change.orientation ?? row.zoneOrientation) !== row.zoneOrientation);
  if (differs) throw new ApiError('setByZone', { sn, input });
}

function changed(row: ModuleRow | undefined, change: ModuleChange): Row {
  const fieldOf = <Value>(value: Value | undefined, stored: Value | undefined, none: Value): Value =>
    value === undefined ? (stored ?? none) : value;
  return {
    sn: change.sn,
    input: change.input as Input,
    page: fieldOf(change.page, row?.page, null),
    label: fieldOf(change.label, row?.label, ''),
    product: fieldOf(change.product, row?.product, ''),
    peakPowerW: fieldOf(change.peakPower, row?.peakPowerW, null),
    stringNumber: fieldOf(change.stringNumber, row?.stringNumber, null),
    tiltDeg: fieldOf(change.tilt, row?.tiltDeg, null),
    azimuthDeg: fieldOf(change.azimuth, row?.azimuthDeg, null),
    orientation: fieldOf(change.orientation, row?.orientation, null),
  };
}

/** Deletes rows of modules without settings and without a position, which are as their device. */
export async function deleteDefaultModules(sql: Transaction, sid: string): Promise<void> {
  await sql`
    delete from modules where sid = ${sid} and page is null and label = '' and product = '' and peak_power_w is null
      and string_number is null and tilt_deg is null and azimuth_deg is null and orientation is null and zone is null`;
}
