// Position of the sun: the simulator derives light from it; the server distinguishes night from silence and distributes energy by it.

const msADay = 86_400_000;
const j2000Ms = Date.UTC(2000, 0, 1, 12);
const rad = Math.PI / 180;
const turn = 2 * Math.PI;
/** The sun's hour angle grows by one turn a day; within a grain the equation of time changes by less than 3 s. */
const hourAnglePerMs = turn / msADay;
/** Integrals treat declination and equation of time as constant within a grain of a fixed UTC grid, so partial integrals add up exactly. */
const grainMs = 4 * 3_600_000;

/** Declination and hour angle at Greenwich (radians): the Astronomical Almanac's short formula, 0.01 degrees from 1950 to 2050. */
function sunInSky(atMs: number): { sinDeclination: number; cosDeclination: number; greenwichHourAngle: number } {
  const days = (atMs - j2000Ms) / msADay;
  const meanLongitude = (280.46 + 0.9856474 * days) * rad;
  const anomaly = (357.528 + 0.9856003 * days) * rad;
  const longitude = meanLongitude + (1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const tilt = (23.439 - 0.0000004 * days) * rad;
  const sinLongitude = Math.sin(longitude);
  const rightAscension = Math.atan2(Math.cos(tilt) * sinLongitude, Math.cos(longitude));
  const siderealAngle = (280.46061837 + 360.98564736629 * days) * rad;
  const sinDeclination = Math.sin(tilt) * sinLongitude;
  const cosDeclination = Math.sqrt(1 - sinDeclination * sinDeclination);
  return { sinDeclination, cosDeclination, greenwichHourAngle: siderealAngle - rightAscension };
}

/** Direction of the sun from a place: a unit vector. `up` is the sine of its elevation. */
export interface SunVector {
  up: number;
  north: number;
  east: number;
}

/** Directions at many instants at one place. Latitude north and longitude east are positive. */
export function sunVectorAt(latitude: number, longitude: number): (atMs: number) => SunVector {
  const sinLat = Math.sin(latitude * rad);
  const cosLat = Math.cos(latitude * rad);
  return (atMs) => {
    const { sinDeclination, cosDeclination, greenwichHourAngle } = sunInSky(atMs);
    const hourAngle = greenwichHourAngle + longitude * rad;
    const cosHour = Math.cos(hourAngle);
    return {
      up: sinLat * sinDeclination + cosLat * cosDeclination * cosHour,
      north: cosLat * sinDeclination - sinLat * cosDeclination * cosHour,
      east: -cosDeclination * Math.sin(hourAngle),
    };
  };
}

/**
 * Returns the elevation of the sun's centre above the horizon without refraction, and the azimuth clockwise from north (0 to 360).
 * Latitude north and longitude east are positive.
 */
export function sunPosition(
  atMs: number,
  latitude: number,
  longitude: number,
): { elevationDeg: number; azimuthDeg: number } {
  const { up, north, east } = sunVectorAt(latitude, longitude)(atMs);
  const azimuthDeg = Math.atan2(east, north) / rad;
  return {
    elevationDeg: Math.asin(Math.max(-1, Math.min(1, up))) / rad,
    azimuthDeg: azimuthDeg < 0 ? azimuthDeg + 360 : azimuthDeg,
  };
}

/** A period with the sun above the horizon: its ends, and the integral of sin(elevation) over it, seconds. */
type SunUp = (startMs: number, endMs: number, weight: number) => void;

/** Calls `take` for each sunny period in the interval, in order; a period may be split at the edge of a grain. */
function eachSunUp(fromMs: number, toMs: number, latitude: number, longitude: number, take: SunUp): void {
  const sinLat = Math.sin(latitude * rad);
  const cosLat = Math.cos(latitude * rad);
  for (let startMs = fromMs; startMs < toMs; ) {
    const grain = Math.floor(startMs / grainMs);
    const endMs = Math.min(toMs, (grain + 1) * grainMs);
    const middleMs = (grain + 0.5) * grainMs;
    const { sinDeclination, cosDeclination, greenwichHourAngle } = sunInSky(middleMs);
    // sin(elevation) = base + swing * cos(hour angle), above zero while |hour angle| < halfDay
    const base = sinLat * sinDeclination;
    const swing = cosLat * cosDeclination;
    const halfDay = base >= swing ? Math.PI : base <= -swing ? 0 : Math.acos(-base / swing);
    const around = greenwichHourAngle + longitude * rad;
    const atMiddle = around - turn * Math.round(around / turn);
    const first = atMiddle + (startMs - middleMs) * hourAnglePerMs;
    const last = atMiddle + (endMs - middleMs) * hourAnglePerMs;
    for (let noon = -turn; noon <= turn; noon += turn) {
      const up = Math.max(first, noon - halfDay);
      const down = Math.min(last, noon + halfDay);
      if (down <= up) continue;
      const weight = (base * (down - up) + swing * (Math.sin(down) - Math.sin(up))) / hourAnglePerMs / 1000;
      const upMs = up === first ? startMs : middleMs + (up - atMiddle) / hourAnglePerMs;
      const downMs = down === last ? endMs : middleMs + (down - atMiddle) / hourAnglePerMs;
      take(upMs, downMs, Math.max(0, weight));
    }
    startMs = endMs;
  }
}

/** Seconds of the interval with the sun's centre above the horizon. */
export function daylightSeconds(fromMs: number, toMs: number, latitude: number, longitude: number): number {
  let ms = 0;
  eachSunUp(fromMs, toMs, latitude, longitude, (upMs, downMs) => {
    ms += downMs - upMs;
  });
  return ms / 1000;
}

/** Integral of max(0, sin elevation) over the interval, seconds: the distribution of clear-sky light over time. */
export function sunWeight(fromMs: number, toMs: number, latitude: number, longitude: number): number {
  let sum = 0;
  eachSunUp(fromMs, toMs, latitude, longitude, (_upMs, _downMs, weight) => {
    sum += weight;
  });
  return sum;
}

/**
 * Returns the first sunrise and last sunset within the day; null for one that does not occur.
 * `always` is set if neither occurs: the sun stays up, or stays down.
 */
export function sunTimes(
  dayStartMs: number,
  dayEndMs: number,
  latitude: number,
  longitude: number,
): { riseMs: number | null; setMs: number | null; always: 'up' | 'down' | null } {
  /** Neighbouring grains differ by seconds: periods closer than this are merged. */
  const touchMs = 60_000;
  let riseMs: number | null = null;
  let setMs: number | null = null;
  let upUntilMs: number | null = null;
  eachSunUp(dayStartMs, dayEndMs, latitude, longitude, (upMs, downMs) => {
    if (upMs > (upUntilMs ?? dayStartMs) + touchMs) {
      riseMs ??= upMs;
      setMs = upUntilMs;
    }
    upUntilMs = downMs;
  });
  if (upUntilMs === null) return { riseMs: null, setMs: null, always: 'down' };
  if (upUntilMs < dayEndMs - touchMs) setMs = upUntilMs;
  return { riseMs, setMs, always: riseMs === null && setMs === null ? 'up' : null };
}
