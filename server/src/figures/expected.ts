// The power that a plant would give on a day under a clear sky, in slots.
import type { Transaction } from '../db/connect.ts';
import { clearSkyPowerW, type Plane, usualPlacement } from '../rules/clearSky.ts';
import { wattsOf } from '../wire/figures.ts';

interface Place {
  sid: string;
  latitude: number;
  longitude: number;
  powerMaxW: number;
}

export interface Expected {
  /** W to a tenth; null while the sun is down. */
  data: (number | null)[];
  /** `assumed`: where no tilt or azimuth is set, modules are taken to lie as they usually do at that latitude. */
  basis: 'placement' | 'assumed';
}

interface DevicePlane {
  tiltDeg: number | null;
  azimuthDeg: number | null;
  ratedPowerW: number;
}

/** Null: no device, or no peak power to share among them. The site was found among the visible ones. */
export async function expectedPower(
  sql: Transaction,
  site: Place,
  { fromMs, stepS, count }: { fromMs: number; stepS: number; count: number },
): Promise<Expected | null> {
  const devices = await sql<DevicePlane[]>`
    select d.tilt_deg, d.azimuth_deg, p.rated_power_w from devices d join products p on p.id = d.product_id
    where d.sid = ${site.sid} and d.removed_at is null`;
  const ratedW = devices.reduce((sum, device) => sum + device.ratedPowerW, 0);
  if (ratedW <= 0 || site.powerMaxW <= 0) return null;
  const planes = planesOf(devices, site, site.powerMaxW / ratedW);
  const data = Array.from({ length: count }, (_, slot) => {
    const powerW = clearSkyPowerW(fromMs + (slot + 0.5) * stepS * 1000, site, planes);
    return powerW > 0 ? wattsOf(powerW) : null;
  });
  const isPlaced = devices.every(({ tiltDeg, azimuthDeg }) => tiltDeg !== null && azimuthDeg !== null);
  return { data, basis: isPlaced ? 'placement' : 'assumed' };
}

/** Devices that lie alike are one plane: two hundred of them cost as much as one. */
function planesOf(devices: readonly DevicePlane[], { latitude }: Place, peakPerRated: number): Plane[] {
  const usual = usualPlacement(latitude);
  const planes = new Map<string, Plane>();
  for (const device of devices) {
    const tiltDeg = device.tiltDeg ?? usual.tiltDeg;
    const azimuthDeg = device.azimuthDeg ?? usual.azimuthDeg;
    const key = `${tiltDeg} ${azimuthDeg}`;
    const plane = planes.get(key) ?? { peakW: 0, tiltDeg, azimuthDeg, ratedW: 0 };
    plane.peakW += device.ratedPowerW * peakPerRated;
    plane.ratedW += device.ratedPowerW;
    planes.set(key, plane);
  }
  return [...planes.values()];
}
