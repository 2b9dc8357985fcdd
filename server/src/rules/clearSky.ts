// What modules would give under a clear sky: the curve that a day's power is seen against.
import { sunPosition } from '@heliograph/contract/sun.ts';

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
 * Watts of all planes at an instant; 0 while the sun is down. Global light by Haurwitz (1945), the beam by Meinel (1976) with
 * the air mass of Kasten and Young (1989), on the planes with an evenly bright sky.
 */
export function clearSkyPowerW(
  atMs: number,
  place: { latitude: number; longitude: number },
  planes: readonly Plane[],
): number {
  const { elevationDeg, azimuthDeg } = sunPosition(atMs, place.latitude, place.longitude);
  if (elevationDeg <= 0) return 0;
  const sinElevation = Math.sin(elevationDeg * rad);
  const cosElevation = Math.cos(elevationDeg * rad);
  const global = 1098 * sinElevation * Math.exp(-0.059 / sinElevation);
  const airMass = 1 / (sinElevation + 0.50572 * (elevationDeg + 6.07995) ** -1.6364);
  const dayOfYear = (atMs - Date.UTC(new Date(atMs).getUTCFullYear(), 0, 1)) / DAY_MS;
  const outside = SOLAR_CONSTANT * (1 + 0.033 * Math.cos((2 * Math.PI * dayOfYear) / 365.25));
  const beam = Math.min(outside * 0.7 ** (airMass ** 0.678), (0.95 * global) / sinElevation);
  const diffuse = global - beam * sinElevation;
  let sumW = 0;
  for (const { peakW, tiltDeg, azimuthDeg: faces, ratedW } of planes) {
    const cosTilt = Math.cos(tiltDeg * rad);
    const towards =
      sinElevation * cosTilt + cosElevation * Math.sin(tiltDeg * rad) * Math.cos((azimuthDeg - faces) * rad);
    const light =
      beam * Math.max(0, towards) + (diffuse * (1 + cosTilt)) / 2 + (GROUND_REFLECTANCE * global * (1 - cosTilt)) / 2;
    sumW += Math.min(ratedW, (peakW * light * PERFORMANCE_RATIO) / 1000);
  }
  return sumW;
}

/** How modules usually lie at a latitude: towards the equator, steeper the further from it. */
export function usualPlacement(latitude: number): { tiltDeg: number; azimuthDeg: number } {
  return { tiltDeg: Math.min(35, Math.max(10, Math.abs(latitude) * 0.7)), azimuthDeg: latitude >= 0 ? 180 : 0 };
}
