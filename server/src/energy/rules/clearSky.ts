// Computes the power of modules under a clear sky, the reference for a day's power.
import { sunVectorAt } from '@heliograph/contract/sun.ts';

/** Modules of equal orientation, with the total rating of their inverters. */
export interface Plane {
  /** Peak power of the modules, W. */
  peakW: number;
  /** Degrees; 0 is horizontal. */
  tiltDeg: number;
  /** Degrees clockwise from north. */
  azimuthDeg: number;
  /** Rated power of their inverters, W. */
  ratedW: number;
}

const rad = Math.PI / 180;
const DAY_MS = 86_400_000;
/** Irradiance outside the atmosphere, W/m2, annual mean. */
const SOLAR_CONSTANT = 1361;
/** Performance ratio of a typical plant: after heat, wiring, dirt and conversion losses. */
const PERFORMANCE_RATIO = 0.85;
const GROUND_REFLECTANCE = 0.2;

/** A plane whose watts are the light on a level square meter, without losses. */
export const LEVEL_SQUARE_METER: Plane = {
  peakW: 1000 / PERFORMANCE_RATIO,
  tiltDeg: 0,
  azimuthDeg: 180,
  ratedW: Number.POSITIVE_INFINITY,
};

/**
 * Returns watts of all planes by instant; 0 while the sun is down. Global irradiance by Haurwitz (1945), beam by Meinel
 * (1976) with the air mass of Kasten and Young (1989), isotropic diffuse sky on the planes.
 */
export function clearSkyOf(
  { latitude, longitude }: { latitude: number; longitude: number },
  planes: readonly Plane[],
): (atMs: number) => number {
  const sunAt = sunVectorAt(latitude, longitude);
  const fields = planes.map(({ peakW, tiltDeg, azimuthDeg, ratedW }) => {
    const cosTilt = Math.cos(tiltDeg * rad);
    const sinTilt = Math.sin(tiltDeg * rad);
    return {
      up: cosTilt,
      north: sinTilt * Math.cos(azimuthDeg * rad),
      east: sinTilt * Math.sin(azimuthDeg * rad),
      ofSky: (1 + cosTilt) / 2,
      ofGround: (GROUND_REFLECTANCE * (1 - cosTilt)) / 2,
      wattsOfLight: (peakW * PERFORMANCE_RATIO) / 1000,
      ratedW,
    };
  });
  const dayOfYear = dayOfYearOf();
  return (atMs) => {
    const sun = sunAt(atMs);
    if (sun.up <= 0) return 0;
    const global = 1098 * sun.up * Math.exp(-0.059 / sun.up);
    const elevationDeg = Math.asin(Math.min(1, sun.up)) / rad;
    const airMass = 1 / (sun.up + 0.50572 * (elevationDeg + 6.07995) ** -1.6364);
    const outside = SOLAR_CONSTANT * (1 + 0.033 * Math.cos((2 * Math.PI * dayOfYear(atMs)) / 365.25));
    const beam = Math.min(outside * 0.7 ** (airMass ** 0.678), (0.95 * global) / sun.up);
    const diffuse = global - beam * sun.up;
    let sumW = 0;
    for (const { up, north, east, ofSky, ofGround, wattsOfLight, ratedW } of fields) {
      const towards = Math.max(0, sun.up * up + sun.north * north + sun.east * east);
      sumW += Math.min(ratedW, wattsOfLight * (beam * towards + diffuse * ofSky + global * ofGround));
    }
    return sumW;
  };
}

/** Returns the days since the start of the year; the year's bounds are cached until it changes. */
function dayOfYearOf(): (atMs: number) => number {
  let [beginMs, endMs] = [0, 0];
  return (atMs) => {
    if (atMs < beginMs || atMs >= endMs) {
      const year = new Date(atMs).getUTCFullYear();
      [beginMs, endMs] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
    }
    return (atMs - beginMs) / DAY_MS;
  };
}

/** Returns the usual orientation at a latitude: towards the equator, steeper the further from it. */
export function defaultOrientation(latitude: number): { tiltDeg: number; azimuthDeg: number } {
  return { tiltDeg: Math.min(35, Math.max(10, Math.abs(latitude) * 0.7)), azimuthDeg: latitude >= 0 ? 180 : 0 };
}
