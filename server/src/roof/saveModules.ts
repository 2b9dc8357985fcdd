// Writes what is said of a plant's modules: what is given replaces what was there, what is left out stays, what says nothing is no row.
import { Refusal } from '@heliograph/contract/errors.ts';
import { type Kind, mayHaveInput } from '../families/kinds.ts';
import { type ModuleRow, moduleRows } from '../installation/modules.ts';
import type { Input } from '../installation/rules/orientation.ts';
import { textArray } from '../platform/database/arrays.ts';
import type { Transaction } from '../platform/database/connect.ts';

/** As callers say it; null: as its device has it, and for a page: on none. */
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

const ROWS_AT_ONCE = 200;

/** What is said of modules of these devices, as `writeModules` takes it for another plant or device. */
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

/** Refuses what is no input of the plant's devices. */
export async function needModules(
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
  if (missing) throw new Refusal('moduleNotFound', { sn: missing.sn, input: missing.input });
}

/** The plant was found changeable. Refuses inputs that its devices do not have, and to turn what its zone turns; then nothing is written. */
export async function writeModules(sql: Transaction, sid: string, list: readonly ModuleChange[]): Promise<void> {
  if (list.length === 0) return;
  await needModules(sql, sid, list);
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
  for (let from = 0; from < after.length; from += ROWS_AT_ONCE) {
    const values = after
      .slice(from, from + ROWS_AT_ONCE)
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

/** What it would be of its own stays unseen as long as its zone says another: nobody would find out why. */
function refuseOtherThanZone(row: ModuleRow | undefined, { sn, input, ...change }: ModuleChange): void {
  if (!row) return;
  const differs =
    (row.zoneTiltDeg !== null && (change.tilt ?? row.zoneTiltDeg) !== row.zoneTiltDeg) ||
    (row.zoneAzimuthDeg !== null && (change.azimuth ?? row.zoneAzimuthDeg) !== row.zoneAzimuthDeg) ||
    (row.zoneOrientation !== null && (change.orientation ?? row.zoneOrientation) !== row.zoneOrientation);
  if (differs) throw new Refusal('setByZone', { sn, input });
}

function changed(row: ModuleRow | undefined, change: ModuleChange): Row {
  const given = <Value>(value: Value | undefined, was: Value | undefined, none: Value): Value =>
    value === undefined ? (was ?? none) : value;
  return {
    sn: change.sn,
    input: change.input as Input,
    page: given(change.page, row?.page, null),
    label: given(change.label, row?.label, ''),
    product: given(change.product, row?.product, ''),
    peakPowerW: given(change.peakPower, row?.peakPowerW, null),
    stringNumber: given(change.stringNumber, row?.stringNumber, null),
    tiltDeg: given(change.tilt, row?.tiltDeg, null),
    azimuthDeg: given(change.azimuth, row?.azimuthDeg, null),
    orientation: given(change.orientation, row?.orientation, null),
  };
}

/** A module of which nothing is said, and that has no place, is as its device is. */
export async function deleteDefaultModules(sql: Transaction, sid: string): Promise<void> {
  await sql`
    delete from modules where sid = ${sid} and page is null and label = '' and product = '' and peak_power_w is null
      and string_number is null and tilt_deg is null and azimuth_deg is null and orientation is null and zone is null`;
}
