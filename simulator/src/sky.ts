// The sky over a place: clear-sky light, clouds by seed, air temperature, and light on a tilted plane.
import { sunPosition } from '@heliograph/contract/sun.ts';
import { drift } from './random.ts';

/** Location of a sky. Places with the same `weatherSeed` share their weather. */
export type Place = {
  latitude: number;
  longitude: number;
  altitudeM: number;
  /** Part of the time with clouds before the sun, 0 (desert) to 1. */
  cloudiness: number;
  weatherSeed: number;
};

/** Light in W/m2: `beam` perpendicular to the sun, `diffuse` and `global` on level ground. `cover` is 0 clear to 1 overcast. */
export type Sky = {
  elevationDeg: number;
  azimuthDeg: number;
  beam: number;
  diffuse: number;
  global: number;
  cover: number;
  ambientC: number;
};

const rad = Math.PI / 180;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearMs = 365.2425 * dayMs;
const solarConstant = 1361;
const groundReflectance = 0.2;

/** Hours of solar time since midnight (12 is noon at any longitude, within about a quarter of an hour). */
export function solarHour(atMs: number, longitude: number): number {
  const hours = (atMs / hourMs + longitude / 15) % 24;
  return hours < 0 ? hours + 24 : hours;
}

/** Season at the place: 1 at the peak of summer, -1 in the middle of winter. */
function season(atMs: number, latitude: number): number {
  const sinceNorthernPeak = (atMs - Date.UTC(2000, 6, 18)) / yearMs;
  return Math.cos(sinceNorthernPeak * 2 * Math.PI) * (latitude >= 0 ? 1 : -1);
}

/** Cloud cover, 0 to 1: fronts over days set the level, hours shift it, minutes break it up where the sky is neither clear nor overcast. */
export function cloudCover(place: Place, atMs: number): number {
  const seed = place.weatherSeed;
  const hours = atMs / hourMs;
  const front = drift(seed, hours / 38) * 0.65 + drift(seed + 1, hours / 9) * 0.35;
  const winterGrey = -0.19 * season(atMs, place.latitude) * Math.min(1, Math.abs(place.latitude) / 45);
  const level = clamp((front - 0.5) * 2.1 + 1.3 * place.cloudiness + winterGrey);
  const ragged =
    drift(seed + 2, hours * 5.3) * 0.45 + drift(seed + 3, hours * 1.9) * 0.35 + drift(seed + 4, hours * 0.7) * 0.2;
  return clamp(level + (ragged - 0.5) * 1.7 * 4 * level * (1 - level));
}

/** Air temperature in the shade by latitude, altitude, season, hour, clouds and the week's air mass. */
export function ambientTemperature(place: Place, atMs: number, cover: number): number {
  const lat = Math.abs(place.latitude);
  const yearMean = Math.max(3, 27.5 - 0.0075 * lat * lat) - 0.0055 * place.altitudeM;
  const seasonSwing = 1.5 + 0.19 * lat;
  const daySwing = 4.5 * (1 - 0.5 * cover);
  const afternoon = Math.cos(((solarHour(atMs, place.longitude) - 15) / 24) * 2 * Math.PI);
  const airMass = (drift(place.weatherSeed + 5, atMs / hourMs / 60) - 0.5) * 8;
  return yearMean + seasonSwing * season(atMs, place.latitude) + daySwing * afternoon + airMass;
}

/** The sky at an instant; all light is 0 while the sun is down. */
export function skyAt(place: Place, atMs: number): Sky {
  return skyUnder(place, atMs, sunPosition(atMs, place.latitude, place.longitude));
}

/** As `skyAt`, but null while there is no light, which is faster to determine. */
export function litSkyAt(place: Place, atMs: number): Sky | null {
  const sun = sunPosition(atMs, place.latitude, place.longitude);
  const sky = sun.elevationDeg > 0 ? skyUnder(place, atMs, sun) : null;
  return sky && sky.global > 0 ? sky : null;
}

function skyUnder(place: Place, atMs: number, { elevationDeg, azimuthDeg }: ReturnType<typeof sunPosition>): Sky {
  const cover = cloudCover(place, atMs);
  const ambientC = ambientTemperature(place, atMs, cover);
  if (elevationDeg <= 0) return { elevationDeg, azimuthDeg, beam: 0, diffuse: 0, global: 0, cover, ambientC };
  const up = Math.sin(elevationDeg * rad);
  // Haurwitz for global light, Meinel for the beam with altitude; the rest is diffuse light.
  const clearGlobal = 1098 * up * Math.exp(-0.057 / up);
  const airMass = 1 / (up + 0.50572 * (elevationDeg + 6.07995) ** -1.6364);
  const height = Math.min(0.3, 0.00014 * place.altitudeM);
  const clearBeam = solarConstant * ((1 - height) * 0.7 ** (airMass ** 0.678) + height);
  const clearDiffuse = Math.max(0.09 * clearGlobal, clearGlobal - clearBeam * up);
  const beam = Math.min(clearBeam, clearGlobal / up) * (1 - cover ** 1.4) ** 1.3;
  const global = Math.max(beam * up, clearGlobal * (1 - 0.76 * cover ** 2.2));
  const diffuse = Math.max(clearDiffuse * (1 - 0.6 * cover), global - beam * up);
  return { elevationDeg, azimuthDeg, beam, diffuse, global: beam * up + diffuse, cover, ambientC };
}

/** Light in W/m2 on a plane by Hay and Davies. Tilt 0 lies flat; azimuth is clockwise from north, 180 looks south. */
export function planeLight(sky: Sky, tiltDeg: number, azimuthDeg: number): number {
  if (sky.global <= 0) return 0;
  const up = Math.sin(sky.elevationDeg * rad);
  const level = Math.cos(sky.elevationDeg * rad);
  const tilt = tiltDeg * rad;
  const facing = up * Math.cos(tilt) + level * Math.sin(tilt) * Math.cos((sky.azimuthDeg - azimuthDeg) * rad);
  const onPlane = Math.max(0, facing);
  const aroundSun = sky.beam / solarConstant;
  const openSky = (1 + Math.cos(tilt)) / 2;
  // limits the ratio near the horizon
  const diffuse = sky.diffuse * (aroundSun * (onPlane / Math.max(up, 0.087)) + (1 - aroundSun) * openSky);
  const ground = (sky.global * groundReflectance * (1 - Math.cos(tilt))) / 2;
  return sky.beam * onPlane + diffuse + ground;
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}
