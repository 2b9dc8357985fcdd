// Where the sun stands: the simulator makes light from it, the server tells night from silence and splits energy by it.

const msADay = 86_400_000;
const j2000Ms = Date.UTC(2000, 0, 1, 12);
const rad = Math.PI / 180;
const turn = 2 * Math.PI;
/** The sun's hour angle grows by one turn a day; over a grain the equation of time moves by under 3 s. */
const hourAnglePerMs = turn / msADay;
/** Integrals take declination and equation of time as constant over a grain of a fixed UTC grid, so they add up exactly. */
const grainMs = 4 * 3_600_000;

/** Declination and hour angle at Greenwich, in radians: the Astronomical Almanac's short formula, 0.01 degrees from 1950 to 2050. */
function sunInSky(atMs: number): { declination: number; greenwichHourAngle: number } {
  const days = (atMs - j2000Ms) / msADay;
  const meanLongitude = (280.46 + 0.9856474 * days) * rad;
  const anomaly = (357.528 + 0.9856003 * days) * rad;
  const longitude = meanLongitude + (1.915 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly)) * rad;
  const tilt = (23.439 - 0.0000004 * days) * rad;
  const sinLongitude = Math.sin(longitude);
  const rightAscension = Math.atan2(Math.cos(tilt) * sinLongitude, Math.cos(longitude));
  const siderealAngle = (280.46061837 + 360.98564736629 * days) * rad;
  return { declination: Math.asin(Math.sin(tilt) * sinLongitude), greenwichHourAngle: siderealAngle - rightAscension };
}

/**
 * Elevation of the sun's centre above the horizon without refraction, and azimuth clockwise from north (0 to 360).
 * Latitude north and longitude east are positive.
 */
export function sunPosition(
  atMs: number,
  latitude: number,
  longitude: number,
): { elevationDeg: number; azimuthDeg: number } {
  const { declination, greenwichHourAngle } = sunInSky(atMs);
  const hourAngle = greenwichHourAngle + longitude * rad;
  const sinLat = Math.sin(latitude * rad);
  const cosLat = Math.cos(latitude * rad);
  const sinDec = Math.sin(declination);
  const cosDec = Math.cos(declination);
  const cosHour = Math.cos(hourAngle);
  const sinElevation = sinLat * sinDec + cosLat * cosDec * cosHour;
  const south = -cosDec * Math.sin(hourAngle);
  const north = cosLat * sinDec - sinLat * cosDec * cosHour;
  const azimuthDeg = Math.atan2(south, north) / rad;
  return {
    elevationDeg: Math.asin(Math.max(-1, Math.min(1, sinElevation))) / rad,
    azimuthDeg: azimuthDeg < 0 ? azimuthDeg + 360 : azimuthDeg,
  };
}

/** One stretch with the sun up: its ends, and the integral of sin(elevation) over it in seconds. */
type SunUp = (startMs: number, endMs: number, weight: number) => void;

/** Hands every stretch of sun in the interval to `take`, in order; a stretch may be cut at the edge of a grain. */
function eachSunUp(fromMs: number, toMs: number, latitude: number, longitude: number, take: SunUp): void {
  const sinLat = Math.sin(latitude * rad);
  const cosLat = Math.cos(latitude * rad);
  for (let startMs = fromMs; startMs < toMs; ) {
    const grain = Math.floor(startMs / grainMs);
    const endMs = Math.min(toMs, (grain + 1) * grainMs);
    const middleMs = (grain + 0.5) * grainMs;
    const { declination, greenwichHourAngle } = sunInSky(middleMs);
    // sin(elevation) = base + swing * cos(hour angle), above zero while |hour angle| < halfDay
    const base = sinLat * Math.sin(declination);
    const swing = cosLat * Math.cos(declination);
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

/** Seconds of the interval during which the sun's centre is above the horizon. */
export function daylightSeconds(fromMs: number, toMs: number, latitude: number, longitude: number): number {
  let ms = 0;
  eachSunUp(fromMs, toMs, latitude, longitude, (upMs, downMs) => {
    ms += downMs - upMs;
  });
  return ms / 1000;
}

/** Integral of max(0, sin elevation) over the interval, in seconds: how the light of a clear sky spreads over time. */
export function sunWeight(fromMs: number, toMs: number, latitude: number, longitude: number): number {
  let sum = 0;
  eachSunUp(fromMs, toMs, latitude, longitude, (_upMs, _downMs, weight) => {
    sum += weight;
  });
  return sum;
}

/**
 * First rise and last set within the day; null for one that does not happen in it.
 * `always` is set when neither happens: the sun stays up, or stays down.
 */
export function sunTimes(
  dayStartMs: number,
  dayEndMs: number,
  latitude: number,
  longitude: number,
): { riseMs: number | null; setMs: number | null; always: 'up' | 'down' | null } {
  /** Neighbouring grains differ by seconds: stretches nearer than this are one. */
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
