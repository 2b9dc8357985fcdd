// Compares the inputs and strings of an inverter with others of the same orientation, so that weak ones stand out.
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

interface PeerComparison {
  inputs: InputNow[];
  strings: StringNow[];
  compared: { tilt: number | null; azimuth: number | null; devices: number; inputs: number; strings: number };
}

type Peer = Pick<Device, 'sn' | 'at' | 'uploadEveryS' | 'inputs' | 'quantities' | 'powerW' | 'day' | 'todayWh'> &
  Orientation;
type Plane = Pick<Orientation, 'tiltDeg' | 'azimuthDeg'>;

/**
 * Compares each input with those of the same model in the plant whose modules have the same tilt and azimuth, their own or
 * else their device's; where these are not set, with others of the same device. Strings are not assigned to inputs: they are
 * compared if all of a device faces one way. The caller has found the device among the accessible ones.
 */
export async function comparePeers(sql: Transaction, device: Device, at: Date): Promise<PeerComparison> {
  const { sid, sn, timezone } = device;
  const others = await sql<Peer[]>`
    select d.sn, p.inputs, d.tilt_deg, d.azimuth_deg, d.orientation, ${liveDevice(sql, at)}, coalesce(l.quantities, '{}') as quantities
    from ${devicesWithLive(sql)}
    where d.sid = ${sid} and d.sn <> ${sn} and d.removed_at is null and p.model = ${device.model}`;
  const all: readonly Peer[] = [device, ...others];
  const [today, modulesBySn] = await Promise.all([
    modulesToday(sql, device, [device], localDay(at.getTime(), timezone)),
    moduleRows(
      sql,
      sid,
      all.map((peer) => peer.sn),
    ),
  ]);
  const peers = all.map((peer) => {
    const moduleByInput = new Map<number, ModuleRow>((modulesBySn.get(peer.sn) ?? []).map((row) => [row.input, row]));
    const inputs = inputsNow(peer, at, peer === device ? today.get(sn) : undefined).map((input) => {
      const plane = resolveOrientation(peer, moduleByInput.get(input.input));
      return { ...input, plane, faces: facesOf(peer, plane) };
    });
    const ownFaces = new Set(
      inputs.length > 0 ? inputs.map(({ faces }) => faces) : [facesOf(peer, resolveOrientation(peer, undefined))],
    );
    // It is not known which of its strings face which way.
    const faces = ownFaces.size === 1 ? [...ownFaces][0]! : `${peer.sn} mixed`;
    return { inputs, strings: stringsNow(peer, at), faces, isMixed: ownFaces.size > 1 };
  });
  const own = peers[0]!;
  const powers = Map.groupBy(
    peers.flatMap(({ inputs }) => inputs.filter(({ power }) => power !== null)),
    ({ faces }) => faces,
  );
  const watts = (faces: string) => (powers.get(faces) ?? []).map(({ power }) => power!);
  const currents = own.isMixed
    ? []
    : peers.flatMap(({ faces, strings }) =>
        faces === own.faces ? strings.flatMap(({ current }) => current ?? []) : [],
      );
  const comparedFaces = new Set([own.faces, ...own.inputs.map(({ faces }) => faces)]);
  const planes = own.isMixed ? [] : [own.inputs[0]?.plane ?? resolveOrientation(device, undefined)];
  return {
    inputs: own.inputs.map(({ plane: _, faces, ...input }) => ({
      ...input,
      ...comparedWithMedian(input.power, watts(faces)),
    })),
    strings: own.strings.map((string) => ({ ...string, ...comparedWithMedian(string.current, currents) })),
    compared: {
      tilt: planes[0]?.tiltDeg ?? null,
      azimuth: planes[0]?.azimuthDeg ?? null,
      devices: peers.filter(
        (peer) => comparedFaces.has(peer.faces) || peer.inputs.some(({ faces }) => comparedFaces.has(faces)),
      ).length,
      inputs: [...comparedFaces].reduce((sum, faces) => sum + watts(faces).length, 0),
      strings: currents.length,
    },
  };
}

/** Returns a key that is equal for modules that may be compared. */
function facesOf({ sn }: Pick<Peer, 'sn'>, { tiltDeg, azimuthDeg }: Plane): string {
  return tiltDeg === null || azimuthDeg === null ? sn : `${tiltDeg} ${azimuthDeg}`;
}

/** Compares a value with the median of all; null with fewer than two values, and the share is null in the dark. */
function comparedWithMedian(value: number | null, all: readonly number[]): Pick<StringNow, 'median' | 'share'> {
  const middle = all.length < 2 ? null : median(all);
  const share = value === null || middle === null || middle <= 0 ? null : value / middle;
  return { median: rounded(middle), share: rounded(share) };
}
