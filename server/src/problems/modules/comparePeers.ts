// Inputs and strings of an inverter beside those that face as they do: what is weak shows among its like.
import type { InputNow, StringNow } from '@heliograph/contract/entities/deviceNow.ts';
import type { Device } from '../../access/accessibleDevice.ts';
import { inputsNow, rounded, stringsNow } from '../../devices/presentDevice.ts';
import { modulesToday } from '../../energy/modules/moduleEnergy.ts';
import { median } from '../../energy/rules/median.ts';
import { type ModuleRow, moduleRows } from '../../installation/modules.ts';
import { type Orientation, resolveOrientation } from '../../installation/rules/orientation.ts';
import { devicesWithLive, liveDevice } from '../../live/withLive.ts';
import { localDay } from '../../platform/calendar/rules/localDays.ts';
import type { Transaction } from '../../platform/database/connect.ts';

interface Beside {
  inputs: InputNow[];
  strings: StringNow[];
  compared: { tilt: number | null; azimuth: number | null; devices: number; inputs: number; strings: number };
}

type Peer = Pick<Device, 'sn' | 'at' | 'uploadEveryS' | 'inputs' | 'quantities' | 'powerW' | 'day' | 'todayWh'> &
  Orientation;
type Plane = Pick<Orientation, 'tiltDeg' | 'azimuthDeg'>;

/**
 * Each input with those of its model in its plant whose modules have the same tilt and azimuth, their own or else their
 * device's; where these are not set, with others of the same device. Strings name no input: they are compared where all of a
 * device faces one way. The device was found among the visible ones.
 */
export async function comparePeers(sql: Transaction, device: Device, at: Date): Promise<Beside> {
  const { sid, sn, timezone } = device;
  const others = await sql<Peer[]>`
    select d.sn, p.inputs, d.tilt_deg, d.azimuth_deg, d.orientation, ${liveDevice(sql, at)}, coalesce(l.quantities, '{}') as quantities
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and d.sn <> ${sn} and d.removed_at is null and p.model = ${device.model}`;
  const all: readonly Peer[] = [device, ...others];
  const [today, said] = await Promise.all([
    modulesToday(sql, device, [device], localDay(at.getTime(), timezone)),
    moduleRows(
      sql,
      sid,
      all.map((each) => each.sn),
    ),
  ]);
  const told = all.map((each) => {
    const ofModules = new Map<number, ModuleRow>((said.get(each.sn) ?? []).map((row) => [row.input, row]));
    const inputs = inputsNow(each, at, each === device ? today.get(sn) : undefined).map((input) => {
      const plane = resolveOrientation(each, ofModules.get(input.input));
      return { ...input, plane, faces: facesOf(each, plane) };
    });
    const ways = new Set(
      inputs.length > 0 ? inputs.map(({ faces }) => faces) : [facesOf(each, resolveOrientation(each, undefined))],
    );
    // Which of its strings face which way nobody knows.
    const faces = ways.size === 1 ? [...ways][0]! : `${each.sn} mixed`;
    return { inputs, strings: stringsNow(each, at), faces, isMixed: ways.size > 1 };
  });
  const own = told[0]!;
  const powers = Map.groupBy(
    told.flatMap(({ inputs }) => inputs.filter(({ power }) => power !== null)),
    ({ faces }) => faces,
  );
  const watts = (faces: string) => (powers.get(faces) ?? []).map(({ power }) => power!);
  const currents = own.isMixed
    ? []
    : told.flatMap(({ faces, strings }) =>
        faces === own.faces ? strings.flatMap(({ current }) => current ?? []) : [],
      );
  const ways = new Set([own.faces, ...own.inputs.map(({ faces }) => faces)]);
  const planes = own.isMixed ? [] : [own.inputs[0]?.plane ?? resolveOrientation(device, undefined)];
  return {
    inputs: own.inputs.map(({ plane: _, faces, ...input }) => ({
      ...input,
      ...besideMedian(input.power, watts(faces)),
    })),
    strings: own.strings.map((string) => ({ ...string, ...besideMedian(string.current, currents) })),
    compared: {
      tilt: planes[0]?.tiltDeg ?? null,
      azimuth: planes[0]?.azimuthDeg ?? null,
      devices: told.filter((each) => ways.has(each.faces) || each.inputs.some(({ faces }) => ways.has(faces))).length,
      inputs: [...ways].reduce((sum, faces) => sum + watts(faces).length, 0),
      strings: currents.length,
    },
  };
}

/** The same text for what may be compared. */
function facesOf({ sn }: Pick<Peer, 'sn'>, { tiltDeg, azimuthDeg }: Plane): string {
  return tiltDeg === null || azimuthDeg === null ? sn : `${tiltDeg} ${azimuthDeg}`;
}

/** One alone is compared with nothing, and in the dark nothing is a share of nothing. */
function besideMedian(value: number | null, all: readonly number[]): Pick<StringNow, 'median' | 'share'> {
  const middle = all.length < 2 ? null : median(all);
  const share = value === null || middle === null || middle <= 0 ? null : value / middle;
  return { median: rounded(middle), share: rounded(share) };
}
