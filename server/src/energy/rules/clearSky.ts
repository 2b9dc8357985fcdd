// What modules would give under a clear sky: the curve that a day's power is seen against.
import { sunVectorAt } from '@heliograph/contract/sun.ts';

/** Modules that lie alike, behind inverters that give so much together. */
export interface Plane {
  /** Peak power of the modules, W. */
  peakW: number;
  /** 0 is flat. */
  tiltDeg: number;
  /** Clockwise from north. */
  azimuthDeg: number;
  /** The most that their inverters give, W. */
  ratedW: number;
}

const rad = Math.PI / 180;
const DAY_MS = 86_400_000;
/** Light outside the atmosphere, W/m2, as a mean over the year. */
const SOLAR_CONSTANT = 1361;
/** What is left after heat, wiring, dirt and conversion: the usual performance ratio of a sound plant. */
const PERFORMANCE_RATIO = 0.85;
const GROUND_REFLECTANCE = 0.2;

/**
 * Watts of all planes by instant; 0 while the sun is down. Global light by Haurwitz (1945), the beam by Meinel (1976) with
 * the air mass of Kasten and Young (1989), on the planes with an evenly bright sky.
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

/** Days since the begin of the year, which is looked up when the year changes. */
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

/** How modules usually lie at a latitude: towards the equator, steeper the further from it. */
export function defaultOrientation(latitude: number): { tiltDeg: number; azimuthDeg: number } {
  return { tiltDeg: Math.min(35, Math.max(10, Math.abs(latitude) * 0.7)), azimuthDeg: latitude >= 0 ? 180 : 0 };
}
