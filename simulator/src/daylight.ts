// Light of a site's own day in five-minute steps, computed once and shared by all its devices.
import type { FleetSite } from './fleetSite.ts';
import { dcPerRatedWatt } from './plant.ts';
import { litSkyAt, type Sky } from './sky.ts';

export const stepMs = 300_000;

/** A day of a site: from local midnight to the next, 23 to 25 hours long. */
export type Daylight = {
  startMs: number;
  endMs: number;
  /** Number of steps; points run from 0 to `steps`, both ends included. */
  steps: number;
  /** First and last point with light; `firstLit` is greater than `lastLit` on a day without sun. */
  firstLit: number;
  lastLit: number;
  skies: (Sky | null)[];
  planes: Map<string, Float64Array>;
};

export function dayBounds(timeZone: string, day: string): { startMs: number; endMs: number } {
  const date = Temporal.PlainDate.from(day);
  const start = date.toZonedDateTime(timeZone).epochMilliseconds;
  return { startMs: start, endMs: date.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds };
}

/** The site's calendar day at an instant, YYYY-MM-DD. */
export function dayOf(timeZone: string, atMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Cached days: enough for a year of one site or a fortnight of thirty; about 10 KB each. */
const maxCached = 800;
const cache = new Map<string, Daylight>();
const numbers = new WeakMap<FleetSite, number>();
let sites = 0;

/** Pure in effect: the cache only saves time. A site must not be changed in place. */
export function daylight(site: FleetSite, day: string): Daylight {
  let number = numbers.get(site);
  if (number === undefined) {
    number = ++sites;
    numbers.set(site, number);
  }
  const key = `${number} ${day}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const computed = light(site, day);
  cache.set(key, computed);
  if (cache.size > maxCached) cache.delete(cache.keys().next().value ?? '');
  return computed;
}

function light(site: FleetSite, day: string): Daylight {
  const { startMs, endMs } = dayBounds(site.timeZone, day);
  const steps = Math.round((endMs - startMs) / stepMs);
  const skies: (Sky | null)[] = [];
  let firstLit = steps + 1;
  let lastLit = -1;
  for (let i = 0; i <= steps; i++) {
    const sky = litSkyAt(site, startMs + i * stepMs);
    skies.push(sky);
    if (sky) {
      firstLit = Math.min(firstLit, i);
      lastLit = i;
    }
  }
  return { startMs, endMs, steps, firstLit, lastLit, skies, planes: new Map() };
}

/** DC watts per rated watt on a plane at each point of the day. */
export function planeDay(day: Daylight, tiltDeg: number, azimuthDeg: number): Float64Array {
  const key = `${tiltDeg} ${azimuthDeg}`;
  let plane = day.planes.get(key);
  if (plane === undefined) {
    plane = Float64Array.from(day.skies, (sky) => (sky ? dcPerRatedWatt(sky, tiltDeg, azimuthDeg) : 0));
    day.planes.set(key, plane);
  }
  return plane;
}
